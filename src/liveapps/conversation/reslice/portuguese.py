"""The words of the re-slice language in Brazilian Portuguese."""

from .lexicon import Lexicon

PORTUGUESE = Lexicon(
    language="pt-BR",
    function={
        # Politeness and pointing back: they may stand anywhere and change nothing.
        "NOISE": "agora, por favor, ok, pra mim, para mim, me, ainda, já, pode, poderia, você pode, ?, !, ., "
        "na verdade, mesmo, eles, elas, desses, dessas, destes, destas, deles, delas, entre eles, "
        "entre elas, dentre eles, dentre elas",
        "AND": "e",
        "OR": "ou",
        "NOR": "nem, e nem",
        "ALSO": "também",
        "ADD": "inclui também, inclua também, junta também",
        "COMMA": ",, ;, .",
        "THEN": "depois, em seguida, então",
        "WHAT_ABOUT": "e, mas, que tal, e quanto a, e quanto aos, e quanto às, e que tal",
        "ONLY": "só, somente, apenas",
        "SHOW": "mostra, mostre, mostrar, exibe, exiba, exibir, lista, liste, listar, ver, quero, quero ver, "
        "queria ver, deixa, deixe, fica com, fique com",
        "FILTER": "filtra, filtre, filtrar, filtra por, filtre por, filtrar por, filtra pelo, filtra pela, "
        "filtra pelos, filtra pelas, filtre pelo, filtre pela",
        "THE": "os, as, aqueles, aquelas, o pessoal, a galera, a turma, todo mundo, as linhas, linhas, "
        "os registros, registros, os itens, itens, "
        "os resultados, resultados",
        "DET": "o, a, os, as",
        "INDEF": "um, uma, nenhum, nenhuma, qualquer",
        "WHO": "quem, quais, que, os que, as que, aqueles que, aquelas que",
        "IS": "é, são, está, estão, for, forem, seja, sejam, esteja, estejam",
        "HAVE": "tem, têm, com, possui, possuem",
        "WITHOUT": "sem",
        "GIVEN": "cadastrado, cadastrada, preenchido, preenchida, informado, informada, registrado, registrada",
        "FROM": "de, do, da, dos, das, em, no, na, nos, nas",
        "NOT": "não",
        "EXCEPT": "menos, exceto, fora, tirando, excluindo, com exceção de, com exceção do, com exceção da, "
        "com exceção dos, com exceção das, deixa de fora, deixe de fora, sem contar, a não ser",
        "TAKE_OUT": "tira, tire, tirar, retira, retire, retirar",
        "HIDE": "esconde, esconda, esconder, oculta, oculte, ocultar, some com, suma com, sumir com, "
        "não mostra, não mostre, "
        "não precisa mostrar, não quero ver",
        "ALL": "todos, todas, tudo",
        "AGAIN": "de novo, novamente, outra vez, de volta",
        "COLUMN": "coluna, colunas, campo, campos",
        "CLEAR": "limpa, limpe, limpar, zera, zere, zerar",
        "DROP_FILTER": "remove, remova, remover, tira, tire, tirar, retira, retire, retirar",
        "FILTERS": "filtro, filtros",
        "BACK_TO": "volta, volte, voltar, volta para, volta pra, volte para",
        "ORDERING": "ordem, ordenação, classificação",
        "PUT": "põe, ponha, coloca, coloque, bota, bote",
        "SORT": "ordena, ordene, ordenar, ordenado, ordenada, ordenados, ordenadas, classifica, classifique, "
        "classificar, classificado, classificada, classificados, classificadas, organiza, organize, organizar, "
        "organizado, organizada, organizados, organizadas",
        "IN_ORDER": "em ordem, por ordem, põe em ordem, ponha em ordem, coloca em ordem, coloque em ordem, "
        "bota em ordem",
        "REVERSE": "inverte a ordem, inverta a ordem, inverter a ordem, inverte, na ordem inversa, em ordem inversa",
        "BY": "por, pelo, pela, pelos, pelas",
        "GROUP": "agrupa, agrupe, agrupar, agrupado, agrupada, agrupados, agrupadas, separa, separe, separar, "
        "separado, separada, separados, separadas",
        "UNGROUP": "desagrupa, desagrupe, desagrupar, sem agrupar, sem agrupamento, tira o agrupamento, "
        "tire o agrupamento",
        "TOP": "top, os top, as top",
        "FIRST_ONES": "primeiros, primeiras, primeiras linhas, primeiros registros",
        "GT": "acima, mais de, mais que, mais do que, maior que, maior do que, maiores que, maiores do que, "
        "superior a, superiores a, além de, >",
        "GTE": "a partir, pelo menos, ao menos, no mínimo, maior ou igual a, >=",
        "LT": "abaixo, menos de, menos que, menos do que, menor que, menor do que, menores que, menores do que, "
        "inferior a, inferiores a, <",
        "LTE": "até, no máximo, menor ou igual a, <=",
        "OR_MORE": "ou mais, ou acima, para cima, pra cima",
        "OR_LESS": "ou menos, ou abaixo, para baixo, pra baixo",
        "BETWEEN": "entre",
        "RANGE": "na faixa de, na faixa dos, na faixa das",
        "TO": "a, até",
        "EQ": "=, :, igual a",
        "NE": "!=, <>, diferente, diferentes",
        "CONTAINS": "contém, contendo, que contém, que contenha",
        "LAST": "últimos, últimas",
        "NEXT": "próximos, próximas",
        "THIS": "este, esta, neste, nesta, deste, desta, esse, essa, nesse, nessa, desse, dessa",
        "UNIT_BEFORE": "passado, passada",
        "BEFORE": "antes, anterior a, anteriores a",
        "AFTER": "depois, após, posterior a, posteriores a",
        "SINCE": "desde, a partir",
        "UNTIL": "até",
        "LONGER_AGO": "há mais de, faz mais de",
        "SHORTER_AGO": "há menos de, faz menos de",
        "AGO": "atrás",
    },
    meaning={
        "order": {
            "ascending": "crescente, ascendente, em ordem crescente, em ordem ascendente",
            "descending": "decrescente, descendente, em ordem decrescente, em ordem descendente",
            "smallest": "do menor para o maior, do menor pro maior, do menor ao maior, da menor para a maior, "
            "da menor pra maior, menores primeiro, menor primeiro, do mais barato para o mais caro, "
            "do mais barato pro mais caro, da mais barata para a mais cara, da mais barata pra mais cara, "
            "mais baratos primeiro, mais baratas primeiro, mais barato primeiro",
            "largest": "do maior para o menor, do maior pro menor, do maior ao menor, da maior para a menor, "
            "da maior pra menor, maiores primeiro, maior primeiro, do mais caro para o mais barato, "
            "do mais caro pro mais barato, da mais cara para a mais barata, da mais cara pra mais barata, "
            "mais caros primeiro, mais caras primeiro, mais caro primeiro",
            "newest": "mais recentes primeiro, mais recente primeiro, mais novos primeiro, mais novas primeiro, "
            "do mais recente para o mais antigo, do mais recente ao mais antigo, do mais novo para o mais antigo",
            "oldest": "mais antigos primeiro, mais antigas primeiro, mais antigo primeiro, "
            "do mais antigo para o mais recente, do mais antigo ao mais recente, do mais antigo para o mais novo",
            "a to z": "em ordem alfabética, por ordem alfabética, ordem alfabética, alfabeticamente, de a a z, a z",
            "z to a": "em ordem alfabética inversa, de z a a, z a",
        },
        "extreme": {
            "largest": "maiores, mais caros, mais caras, mais altos, mais altas",
            "smallest": "menores, mais baratos, mais baratas, mais baixos, mais baixas",
            "newest": "mais recentes, mais novos, mais novas",
            "oldest": "mais antigos, mais antigas",
        },
        "most": {"largest": "maior, maiores", "smallest": "menor, menores"},
        "near": {0: "hoje", 1: "ontem", -1: "amanhã"},
        "unit": {"day": "dia, dias", "week": "semana, semanas", "month": "mês, meses", "year": "ano, anos"},
        "month": {
            1: "janeiro",
            2: "fevereiro",
            3: "março",
            4: "abril",
            5: "maio",
            6: "junho",
            7: "julho",
            8: "agosto",
            9: "setembro",
            10: "outubro",
            11: "novembro",
            12: "dezembro",
        },
        "numeral": {
            2: "dois, duas",
            3: "três",
            4: "quatro",
            5: "cinco",
            6: "seis",
            7: "sete",
            8: "oito",
            9: "nove",
            10: "dez",
            12: "doze",
            15: "quinze",
            20: "vinte",
            30: "trinta",
            60: "sessenta",
            90: "noventa",
            100: "cem",
        },
        "scale": {1_000: "mil, k", 1_000_000: "mi, milhão, milhões", 1_000_000_000: "bi, bilhão, bilhões"},
        "measure": {"BRL": "reais, real", "USD": "dólares", "EUR": "euros", "percent": "%, por cento"},
        "symbol": {"BRL": "r$", "USD": "us$, $", "EUR": "€", "GBP": "£"},
    },
    shorthand={
        "q": "que",
        "n": "não",
        "ta": "está",
        "tao": "estão",
        "tb": "também",
        "tbm": "também",
        "vc": "você",
        "msm": "mesmo",
        "vdd": "verdade",
        "pfv": "por favor",
        "hj": "hoje",
    },
    roles={
        "title": "nome",
        "stage": "etapa, status, situação",
        "value": "valor",
        "due": "vencimento, prazo, vence, vencem",
        "owner": "responsável, dono",
        "tag": "etiqueta, etiquetas, tag, tags",
    },
    introductions={
        "owner": "atribuído a, atribuída a, atribuídos a, atribuídas a, a cargo de, a cargo do, a cargo da",
        "tag": "com a etiqueta, com a tag, com as etiquetas, com as tags, etiquetado com, etiquetada com, "
        "etiquetados com, etiquetadas com, marcados como, marcadas como",
    },
    lacking={},
    date_names="data",
    action="crie, cria, criar, adicione, adiciona, inclua, inclui, envie, envia, enviar, mande, manda, mandar, mova, "
    "move, mover, mude, muda, mudar, atualize, atualiza, atualizar, apague, apaga, apagar, delete, exclua, exclui, "
    "excluir, remova, remove, remover, cancele, marque, marca, altere, altera, edite, edita, salve, salva, guarde, "
    "guarda, exporte, exporta, ligue, liga, escreva, escreve, faça, faz, gere, gera, busque, busca, traga, traz, "
    "coloque, coloca, pague, paga, cancela, feche, fecha, abra, abre, aplique, aplica, avise, avisa, agende, agenda",
    question="por que, por quê, porque, qual, quanto, quanta, quantos, quantas, melhor, melhores, pior, piores, acha, "
    "acho, resuma, resume, resumo, compare, compara, explique, explica, analise, analisa, recomenda, sugere, deveria, "
    "devo, como, quando, onde, média, soma, total, conta, conte, quem é",
)
