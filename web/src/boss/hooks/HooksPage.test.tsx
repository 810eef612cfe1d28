import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";

import type { Delivery, HookView, Me } from "@/api/types.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { makePanel, makeReceipt } from "@/test/samples.ts";
import HooksPage from "./HooksPage.tsx";

const HOOK = "/api/panels/p1/hooks/crm";

function delivery(more: Partial<Delivery> = {}): Delivery {
  return {
    id: "d1",
    endpoint: "e1",
    key: "gh-1",
    digest: "0",
    at: "2026-11-30T12:00:00Z",
    outcome: "unmapped",
    code: "payload_unmapped",
    message: 'Hook "crm" expects a value at "company.name" of the payload, and there is none.',
    path: "company.name",
    body: null,
    receipt: null,
    ...more,
  };
}

const open: Partial<HookView> = { address: "/hooks/e1", opened_at: "2026-11-29T12:00:00Z" };

function hookView(more: Partial<HookView> = {}): HookView {
  return { id: "crm", title: "CRM sales", source: "github", into: "customers", address: null, opened_at: null, deliveries: [], ...more };
}

const declared = { id: "crm", title: "CRM sales", source: "github", into: "customers", each: "", fields: { company: "company.name" }, only: {} } as const;

function draw(hooks: HookView[], { role = "boss", routes = {} }: { role?: Me["user"]["role"]; routes?: Parameters<typeof fakeServer>[0] } = {}) {
  let shown = hooks;
  const panel = makePanel();
  const server = fakeServer({
    "GET /api/me": () => ({ user: { id: "bruno", login: "bruno", name: "Bruno Lima", role, teams: [], locale: "en", email: null }, demo: true }),
    "GET /api/panels/p1": () => ({ ...panel, template: { ...panel.template, hooks: [declared] } }),
    "GET /api/panels/p1/hooks": () => shown,
    ...routes,
  });
  const onBack = vi.fn();
  const becomes = (next: HookView[]) => {
    shown = next;
  };
  return { ...drawScreen(<HooksPage panel="p1" onBack={onBack} />), server, onBack, becomes };
}

const hook = () => screen.findByRole("region", { name: "CRM sales" });

describe("a hook", () => {
  it("says from which system into which list it leads", async () => {
    draw([hookView()]);
    expect(await hook()).toHaveTextContent("GitHub → list Clientes");
  });

  it("is explained where the template declares none", async () => {
    draw([]);
    expect(await screen.findByText("The template of this panel declares no webhook")).toBeInTheDocument();
  });

  it("tells why it cannot be shown, and is asked for again", async () => {
    let isAway = true;
    const { person } = draw([], {
      routes: { "GET /api/panels/p1/hooks": () => (isAway ? Promise.reject(refusal("forbidden")) : [hookView()]) },
    });
    const alert = await screen.findByRole("alert");
    isAway = false;
    await person.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await hook()).toBeInTheDocument();
  });
});

describe("the address of a hook", () => {
  it("is neither opened, renewed nor closed by an owner who is no boss", async () => {
    draw([hookView(), hookView({ ...open, id: "other", title: "Other" })], { role: "user" });
    expect(await hook()).toHaveTextContent("An agent boss opens the address.");
    expect(screen.queryByRole("button", { name: /Open an address|Make a new secret|Close the address/ })).toBeNull();
  });

  it("shows its secret once, until the person has kept it", async () => {
    const { person, becomes } = draw([hookView()], {
      routes: {
        [`POST ${HOOK}/endpoint`]: () => {
          becomes([hookView(open)]);
          return { address: "/hooks/e1", secret: "whsec_abc" };
        },
      },
    });
    await person.click(await screen.findByRole("button", { name: "Open an address for CRM sales" }));
    expect(await screen.findByLabelText("Secret")).toHaveValue("whsec_abc");
    expect(await screen.findByLabelText("Address")).toHaveValue("http://localhost:3000/hooks/e1");
    await person.click(screen.getByRole("button", { name: "Copy: Secret" }));
    expect(await navigator.clipboard.readText()).toBe("whsec_abc");
    await person.click(screen.getByRole("button", { name: "I have kept it" }));
    expect(screen.queryByLabelText("Secret")).toBeNull();
  });

  it("does not leave its secret in what the page remembers", async () => {
    const { person, client, becomes } = draw([hookView()], {
      routes: {
        [`POST ${HOOK}/endpoint`]: () => {
          becomes([hookView(open)]);
          return { address: "/hooks/e1", secret: "whsec_abc" };
        },
      },
    });
    await person.click(await screen.findByRole("button", { name: "Open an address for CRM sales" }));
    await screen.findByLabelText("Secret");
    const kept = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(({ state }) => state);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain("whsec_abc");
  });

  it.each([
    ["a new secret", "Make a new secret", "POST"],
    ["closing it", "Close the address", "DELETE"],
  ])("asks before %s", async (_, button, method) => {
    const { person, server } = draw([hookView(open)], {
      routes: { [`${method} ${HOOK}/endpoint`]: () => ({ address: "/hooks/e1", secret: "whsec_new" }) },
    });
    await person.click(await screen.findByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(server.count(`${method} ${HOOK}/endpoint`)).toBe(0);
    await person.click(dialog.getByRole("button", { name: button }));
    await waitFor(() => expect(server.count(`${method} ${HOOK}/endpoint`)).toBe(1));
  });

  it("says why it could not be opened", async () => {
    const { person } = draw([hookView()], { routes: { [`POST ${HOOK}/endpoint`]: () => Promise.reject(refusal("forbidden")) } });
    await person.click(await screen.findByRole("button", { name: "Open an address for CRM sales" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  });
});

describe("a delivery", () => {
  const looked = { [`GET ${HOOK}/deliveries/d1`]: () => delivery({ body: '{"company":{}}' }) };
  const line = () => screen.findByRole("button", { name: /^could not be read/ });

  it("says in words what became of it and which place could not be read", async () => {
    const wrongValue = delivery({ id: "d2", code: "invalid_value", path: "company.revenue" });
    draw([hookView({ ...open, deliveries: [delivery(), wrongValue] })]);
    const log = within(await screen.findByRole("region", { name: "Deliveries" }));
    expect(log.getAllByText("could not be read")).toHaveLength(2);
    expect(log.getByText("Hook “CRM sales” finds nothing at “company.name” of what was sent.")).toBeInTheDocument();
    expect(log.getByText("company.revenue", { selector: "code" })).toBeInTheDocument();
  });

  it("shows what was sent when it is opened", async () => {
    const { person } = draw([hookView({ ...open, deliveries: [delivery()] })], { routes: looked });
    await person.click(await line());
    expect(await screen.findByRole("region", { name: "What was sent" })).toHaveTextContent('{ "company": {} }');
  });

  it("is replayed once it is confirmed, and tells what it did", async () => {
    const { person } = draw([hookView({ ...open, deliveries: [delivery()] })], {
      routes: {
        ...looked,
        [`POST ${HOOK}/deliveries/d1/replay`]: () => ({ delivery: "d1", outcome: "applied", receipt: makeReceipt({ added: ["r9"] }), code: null, message: null, path: null }),
      },
    });
    await person.click(await line());
    await person.click(await screen.findByRole("button", { name: "Replay" }));
    await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Replay" }));
    expect(await screen.findByText("Delivery: applied. 1 new row")).toBeInTheDocument();
  });

  it("keeps the question open with the reason when it still cannot be read", async () => {
    const { person } = draw([hookView({ ...open, deliveries: [delivery()] })], {
      routes: {
        ...looked,
        [`POST ${HOOK}/deliveries/d1/replay`]: () => Promise.reject(refusal("payload_unmapped", { hook: "crm", path: "company.name" })),
      },
    });
    await person.click(await line());
    await person.click(await screen.findByRole("button", { name: "Replay" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.click(dialog.getByRole("button", { name: "Replay" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("company.name");
  });

  it("is not offered again once it was applied", async () => {
    const applied = delivery({ outcome: "applied", code: null, message: null, path: null, body: "{}", receipt: makeReceipt({ added: ["r9"] }) });
    const { person } = draw([hookView({ ...open, deliveries: [applied] })], { routes: { [`GET ${HOOK}/deliveries/d1`]: () => applied } });
    await person.click(await screen.findByRole("button", { name: /^applied/ }));
    await screen.findByRole("region", { name: "What was sent" });
    expect(screen.queryByRole("button", { name: "Replay" })).toBeNull();
  });

  it("of long ago is found by asking for all", async () => {
    const last = [1, 2, 3, 4, 5].map((number) => delivery({ id: `d${number}` }));
    const { person } = draw([hookView({ ...open, deliveries: last })], {
      routes: { [`GET ${HOOK}/deliveries`]: () => [...last, delivery({ id: "d6", outcome: "bad_signature", code: "signature_refused", path: null })] },
    });
    await person.click(await screen.findByRole("button", { name: "Show all" }));
    expect(await screen.findByText("the signature does not match")).toBeInTheDocument();
  });
});

describe("a payload that is tried out", () => {
  const tryIt = async (person: ReturnType<typeof draw>["person"], text: string) => {
    await person.click(await screen.findByRole("button", { name: "Try a payload on CRM sales" }));
    await person.click(screen.getByRole("textbox", { name: "What the system would send, as JSON" }));
    await person.paste(text);
    await person.click(screen.getByRole("button", { name: "Try it out" }));
  };

  it("shows the rows it would make, and which are there already", async () => {
    const rows = [
      { values: { company: "Riotur" }, stage: null, row: "row1", in_trash: false },
      { values: { company: "Nova" }, stage: null, row: null, in_trash: false },
    ];
    const { person, server } = draw([hookView()], {
      routes: { [`POST ${HOOK}/try`]: () => ({ outcome: "applied", rows, code: null, message: null, path: null }) },
    });
    await tryIt(person, '{"company":{"name":"Riotur"}}');
    expect(await screen.findByText("It would make 2 rows. Nothing was saved.")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: "is there already Riotur" })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: "new Nova" })).toBeInTheDocument();
    expect(server.asked.at(-1)?.body).toEqual({ payload: { company: { name: "Riotur" } } });
  });

  it("names the place that could not be read", async () => {
    const failed = { outcome: "unmapped", rows: [], code: "payload_unmapped", message: "no value", path: "company.name" };
    const { person } = draw([hookView()], { routes: { [`POST ${HOOK}/try`]: () => failed } });
    await tryIt(person, "{}");
    expect(await screen.findByText("It would not be accepted.")).toBeInTheDocument();
    expect(screen.getByText("Hook “CRM sales” finds nothing at “company.name” of what was sent.")).toBeInTheDocument();
  });

  it("is not sent while it is not JSON", async () => {
    const { person, server } = draw([hookView()]);
    await tryIt(person, "{company: Riotur}");
    expect(await screen.findByText("This is not JSON. Check quotes, commas and braces.")).toBeInTheDocument();
    expect(server.count(`POST ${HOOK}/try`)).toBe(0);
  });

  it("starts from what was sent when asked from a delivery", async () => {
    const { person } = draw([hookView({ ...open, deliveries: [delivery()] })], {
      routes: { [`GET ${HOOK}/deliveries/d1`]: () => delivery({ body: '{"company":{}}' }) },
    });
    await person.click(await screen.findByRole("button", { name: /^could not be read/ }));
    await person.click(await screen.findByRole("button", { name: "Try it out" }));
    expect(await screen.findByRole("textbox", { name: "What the system would send, as JSON" })).toHaveValue('{\n  "company": {}\n}');
  });
});

describe("the page of webhooks", () => {
  it("can be used without seeing or pointing", async () => {
    const { person } = draw([hookView({ ...open, deliveries: [delivery()] }), hookView({ id: "other", title: "Other" })], {
      routes: { [`GET ${HOOK}/deliveries/d1`]: () => delivery({ body: "{}" }) },
    });
    await person.click(await screen.findByRole("button", { name: /^could not be read/ }));
    await screen.findByRole("region", { name: "What was sent" });
    await person.click(screen.getByRole("button", { name: "Try a payload on CRM sales" }));
    // Nothing is laid out here: colours and sizes are checked in a browser.
    const rules = { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  });

  it("leads back to the panel", async () => {
    const { person, onBack } = draw([]);
    await person.click(await screen.findByRole("button", { name: "Back to the panel" }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});
