-- name: panel
-- The head of one panel. With BEGIN IMMEDIATE already held, reading it is also locking it.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = :w AND id = :panel;

-- name: panels
-- All heads that are not in the trash, the most recently changed first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = :w AND trashed_at IS NULL ORDER BY updated_at DESC, id;

-- name: count_panels
-- How many panels an agent keeps, the trash left out.
SELECT count(*) FROM panel WHERE workspace = :w AND agent = :agent AND trashed_at IS NULL;

-- name: add_panel
-- Inserts a head; an id that is there already is an error, never a panel written over.
INSERT INTO panel (workspace, id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at)
VALUES (:w, :id, :agent, :owner, :template, :template_version, :version, :created_at, :updated_at, :trashed_at);

-- name: put_panel
-- Writes a head anew.
UPDATE panel SET template = :template, template_version = :template_version, version = :version,
  updated_at = :updated_at, trashed_at = :trashed_at
WHERE workspace = :w AND id = :id;

-- name: free_key
-- Lets go of a key that a row is about to change, so that two rows may exchange theirs.
UPDATE panel_row SET match_key = NULL
WHERE workspace = :w AND panel = :panel AND id = :row AND match_key IS NOT :match_key;

-- name: put_row
-- Inserts a row, or writes it anew.
INSERT INTO panel_row (workspace, panel, id, collection, match_key, data, stage, owner, private, position,
  unconfirmed_since, trashed_at, version, rest)
VALUES (:w, :panel, :id, :collection, :match_key, :data, :stage, :owner, :private, :position,
  :unconfirmed_since, :trashed_at, :version, :rest)
ON CONFLICT (workspace, panel, id) DO UPDATE SET
  match_key = excluded.match_key, data = excluded.data, stage = excluded.stage, owner = excluded.owner,
  private = excluded.private, position = excluded.position, unconfirmed_since = excluded.unconfirmed_since,
  trashed_at = excluded.trashed_at, version = excluded.version, rest = excluded.rest;

-- name: count_rows
-- How many rows a collection has, the trash left out: what the limit counts.
SELECT count(*) FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection AND trashed_at IS NULL;

-- name: last_position
-- The position of the last row of a collection.
SELECT position FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection ORDER BY position DESC LIMIT 1;

-- name: position_of
-- Where a card stands, if it is in that stage.
SELECT position FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection AND id = :row
  AND stage IS :stage AND trashed_at IS NULL;

-- name: position_above
-- The position of the card just above another one in a stage; the same one when the id alone tells them apart.
SELECT max(position) FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection AND stage IS :stage
  AND trashed_at IS NULL AND (position, id) < (:position, :row);

-- name: spread_positions
-- Numbers the rows of a collection anew, in the order they have.
UPDATE panel_row SET position = ranked.place
FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM panel_row
      WHERE workspace = :w AND panel = :panel AND collection = :collection) AS ranked
WHERE panel_row.workspace = :w AND panel_row.panel = :panel AND panel_row.id = ranked.id;

-- name: states
-- What is known of the blocks and collections of a panel.
SELECT target, content, freshness FROM block_state WHERE workspace = :w AND panel = :panel;

-- name: put_state
-- Writes what is known of one block or collection.
INSERT INTO block_state (workspace, panel, target, content, freshness)
VALUES (:w, :panel, :target, :content, :freshness)
ON CONFLICT (workspace, panel, target) DO UPDATE SET content = excluded.content, freshness = excluded.freshness;

-- name: add_version
-- Appends one version.
INSERT INTO panel_version (workspace, panel, version, kind, origin, targets, states, template, row_count)
VALUES (:w, :panel, :version, :kind, :origin, :targets, :states, :template, :row_count);

-- name: add_row_version
-- Appends what one version changed in one row, as it was before.
INSERT INTO row_version (workspace, panel, row, version, collection, before)
VALUES (:w, :panel, :row, :version, :collection, :before);

-- name: versions
-- A page of versions, newest first, with the rows that may be seen; one that changed hidden rows alone is left out.
WITH hidden AS (
  SELECT r.version, count(*) AS rows FROM panel_row AS p
  JOIN row_version AS r ON r.workspace = p.workspace AND r.panel = p.panel AND r.row = p.id
  WHERE p.workspace = :w AND p.panel = :panel AND p.private = 1 AND NOT :everything AND p.owner IS NOT :owner
  GROUP BY r.version)
SELECT v.version, v.kind, v.origin, v.targets, v.states, v.template, v.row_count - coalesce(h.rows, 0)
FROM panel_version AS v LEFT JOIN hidden AS h ON h.version = v.version
WHERE v.workspace = :w AND v.panel = :panel AND v.version < :before
  AND (v.row_count = 0 OR v.row_count > coalesce(h.rows, 0))
ORDER BY v.version DESC LIMIT :limit;

-- name: versions_after
-- All versions later than one, newest first.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = :w AND panel = :panel AND version > :version ORDER BY version DESC;

-- name: version
-- One version.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = :w AND panel = :panel AND version = :version;

-- name: rows_of_versions_after
-- What all versions later than one changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = :w AND panel = :panel AND version > :version;

-- name: rows_of_version
-- What one version changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = :w AND panel = :panel AND version = :version;

-- name: row_history
-- What happened to one row after a version, newest first, each with the version that did it.
SELECT v.version, v.kind, v.origin, v.targets, v.row_count, r.collection, r.before
FROM row_version AS r
JOIN panel_version AS v ON v.workspace = r.workspace AND v.panel = r.panel AND v.version = r.version
WHERE r.workspace = :w AND r.panel = :panel AND r.row = :row AND r.version > :after
ORDER BY r.version DESC;

-- name: add_annotation
-- Appends one annotation. Nothing updates or deletes this table.
INSERT INTO annotation (workspace, panel, row, id, text, by, at) VALUES (:w, :panel, :row, :id, :text, :by, :at);

-- name: annotations
-- The annotations of a row, oldest first.
SELECT id, row, text, by, at FROM annotation
WHERE workspace = :w AND panel = :panel AND row = :row ORDER BY id;

-- name: add_notice
-- Tells a person something.
INSERT INTO notice (workspace, person, id, panel, row, text, by, at, read_at)
VALUES (:w, :person, :id, :panel, :row, :text, :by, :at, :read_at);

-- name: notices
-- What a person was told, newest first.
SELECT id, person, panel, row, text, by, at, read_at FROM notice
WHERE workspace = :w AND person = :person ORDER BY id DESC LIMIT 200;

-- name: read_notices
-- Marks all that a person was told as read.
UPDATE notice SET read_at = :at WHERE workspace = :w AND person = :person AND read_at IS NULL;

-- name: kept_receipt
-- The receipt kept under an idempotency key.
SELECT request_hash, receipt FROM idempotency WHERE workspace = :w AND scope = :scope AND key = :key;

-- name: keep_receipt
-- Keeps a receipt under its key.
INSERT INTO idempotency (workspace, scope, key, request_hash, receipt, at)
VALUES (:w, :scope, :key, :request_hash, :receipt, :at);

-- name: grants
-- The tools that buttons of a panel may run.
SELECT tool FROM tool_grant WHERE workspace = :w AND panel = :panel;

-- name: grant
-- Lets buttons of a panel run a tool.
INSERT INTO tool_grant (workspace, panel, tool, by, at) VALUES (:w, :panel, :tool, :by, :at)
ON CONFLICT (workspace, panel, tool) DO NOTHING;

-- name: revoke
-- Takes that back.
DELETE FROM tool_grant WHERE workspace = :w AND panel = :panel AND tool = :tool;

-- name: person
-- One person.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = :w AND id = :id;

-- name: person_by_login
-- One person, by the name they sign in with.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = :w AND login = :login;

-- name: people
-- Everyone who can sign in.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = :w ORDER BY name, id;

-- name: put_person
-- Inserts a person, or writes them anew; a password that is not given stays.
INSERT INTO person (workspace, id, login, name, role, teams, locale, password_hash)
VALUES (:w, :id, :login, :name, :role, :teams, :locale, :password_hash)
ON CONFLICT (workspace, id) DO UPDATE SET
  login = excluded.login, name = excluded.name, role = excluded.role, teams = excluded.teams,
  locale = excluded.locale, password_hash = coalesce(excluded.password_hash, person.password_hash);

-- name: add_session
-- Opens a session.
INSERT INTO session (workspace, token_hash, person, created_at, expires_at)
VALUES (:w, :token_hash, :person, :created_at, :expires_at);

-- name: session
-- The session of a token.
SELECT person, created_at, expires_at FROM session WHERE workspace = :w AND token_hash = :token_hash;

-- name: drop_session
-- Closes a session.
DELETE FROM session WHERE workspace = :w AND token_hash = :token_hash;

-- name: add_token
-- Keeps a new API token, by its hash.
INSERT INTO api_token (workspace, id, token_hash, person, name, created_at)
VALUES (:w, :id, :token_hash, :person, :name, :created_at);

-- name: token
-- The API token with this hash.
SELECT id, person, name, created_at FROM api_token WHERE workspace = :w AND token_hash = :token_hash;

-- name: tokens
-- The API tokens of a person.
SELECT id, person, name, created_at FROM api_token WHERE workspace = :w AND person = :person ORDER BY id;

-- name: drop_token
-- Revokes an API token.
DELETE FROM api_token WHERE workspace = :w AND id = :id;

-- name: thread
-- One thread.
SELECT id, agent, owner, title, created_at, updated_at FROM thread WHERE workspace = :w AND id = :id;

-- name: threads
-- The threads of a person, the most recent first.
SELECT id, agent, owner, title, created_at, updated_at FROM thread
WHERE workspace = :w AND owner = :owner ORDER BY updated_at DESC, id DESC;

-- name: put_thread
-- Inserts a thread, or writes it anew.
INSERT INTO thread (workspace, id, agent, owner, title, created_at, updated_at)
VALUES (:w, :id, :agent, :owner, :title, :created_at, :updated_at)
ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, updated_at = excluded.updated_at;

-- name: next_seq
-- The place of the next message of a thread.
SELECT coalesce(max(seq), 0) + 1 FROM message WHERE workspace = :w AND thread = :thread;

-- name: put_message
-- Inserts a message, or writes its body anew.
INSERT INTO message (workspace, thread, id, seq, run, at, body) VALUES (:w, :thread, :id, :seq, :run, :at, :body)
ON CONFLICT (workspace, thread, id) DO UPDATE SET body = excluded.body;

-- name: messages
-- The messages of a thread, in order.
SELECT id, thread, seq, run, at, body FROM message WHERE workspace = :w AND thread = :thread ORDER BY seq;

-- name: run
-- One run.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run WHERE workspace = :w AND id = :id;

-- name: running
-- The runs that have not ended.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run WHERE workspace = :w AND status = 'running';

-- name: running_of
-- The run that is answering in a thread.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run
WHERE workspace = :w AND thread = :thread AND status = 'running';

-- name: put_run
-- Inserts a run, or writes its state anew.
INSERT INTO run (workspace, id, thread, agent, status, started_at, ended_at, error)
VALUES (:w, :id, :thread, :agent, :status, :started_at, :ended_at, :error)
ON CONFLICT (workspace, id) DO UPDATE SET
  status = excluded.status, ended_at = excluded.ended_at, error = excluded.error;

-- name: add_run_event
-- Appends to the log of a run.
INSERT INTO run_event (workspace, run, seq, event) VALUES (:w, :run, :seq, :event);

-- name: run_events
-- The log of a run after a place.
SELECT seq, event FROM run_event WHERE workspace = :w AND run = :run AND seq > :after ORDER BY seq;

-- name: answer
-- One answer.
SELECT body FROM answer WHERE workspace = :w AND id = :id;

-- name: answers
-- The answers of a thread.
SELECT body FROM answer WHERE workspace = :w AND thread = :thread ORDER BY id;

-- name: put_answer
-- Inserts an answer, or writes it anew.
INSERT INTO answer (workspace, id, thread, body) VALUES (:w, :id, :thread, :body)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: reading
-- One reading of the ledger.
SELECT body FROM reading WHERE workspace = :w AND id = :id;

-- name: readings_of_run
-- The readings of a run, in order.
SELECT body FROM reading WHERE workspace = :w AND run = :run ORDER BY id;

-- name: put_reading
-- Inserts a reading, or writes how it ended.
INSERT INTO reading (workspace, id, run, panel, tool, body) VALUES (:w, :id, :run, :panel, :tool, :body)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: endpoint
-- One endpoint.
SELECT id, panel, hook, sealed, opened_by, opened_at FROM endpoint WHERE workspace = :w AND id = :id;

-- name: endpoints
-- The endpoints of a panel.
SELECT id, panel, hook, sealed, opened_by, opened_at FROM endpoint
WHERE workspace = :w AND panel = :panel ORDER BY hook;

-- name: put_endpoint
-- Opens an endpoint, or gives an open one a new secret: its address stays.
INSERT INTO endpoint (workspace, id, panel, hook, sealed, opened_by, opened_at)
VALUES (:w, :id, :panel, :hook, :sealed, :opened_by, :opened_at)
ON CONFLICT (workspace, id) DO UPDATE SET
  sealed = excluded.sealed, opened_by = excluded.opened_by, opened_at = excluded.opened_at;

-- name: drop_endpoint
-- Closes an endpoint.
DELETE FROM endpoint WHERE workspace = :w AND id = :id;

-- name: drop_deliveries
-- Forgets all that came to an endpoint.
DELETE FROM delivery WHERE workspace = :w AND endpoint = :endpoint;

-- name: add_delivery
-- Logs a delivery, unless one with its key is there. Those without a key are never the same.
INSERT INTO delivery (workspace, endpoint, id, key, digest, at, outcome, code, message, path, body, receipt)
VALUES (:w, :endpoint, :id, :key, :digest, :at, :outcome, :code, :message, :path, :body, :receipt)
ON CONFLICT (workspace, endpoint, key) DO NOTHING;

-- name: delivery_by_key
-- The delivery with a key of its sender.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, body, receipt FROM delivery
WHERE workspace = :w AND endpoint = :endpoint AND key = :key;

-- name: delivery
-- One delivery.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, body, receipt FROM delivery
WHERE workspace = :w AND endpoint = :endpoint AND id = :id;

-- name: deliveries
-- What came to an endpoint, newest first, without the bodies.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, NULL, receipt FROM delivery
WHERE workspace = :w AND endpoint = :endpoint ORDER BY id DESC LIMIT :limit;

-- name: settle_delivery
-- Writes what became of a delivery. One that was applied stays so.
UPDATE delivery SET outcome = :outcome, code = :code, message = :message, path = :path, receipt = :receipt
WHERE workspace = :w AND endpoint = :endpoint AND id = :id AND outcome <> 'applied';

-- name: forget_deliveries
-- Keeps the newest of an endpoint, counting those with a bad signature apart: a stranger cannot push out the others.
DELETE FROM delivery
WHERE workspace = :w AND endpoint = :endpoint AND (outcome = 'bad_signature') = (:outcome = 'bad_signature')
  AND id NOT IN (
    SELECT id FROM delivery
    WHERE workspace = :w AND endpoint = :endpoint AND (outcome = 'bad_signature') = (:outcome = 'bad_signature')
    ORDER BY id DESC LIMIT :keep);
