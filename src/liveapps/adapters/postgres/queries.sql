-- name: panel
-- The head of one panel.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND id = $2;

-- name: lock_panel
-- The same once its lock is held: whoever else writes to the panel waits until this transaction ends.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND id = $2 FOR UPDATE;

-- name: panels
-- All heads that are not in the trash, the most recently changed first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id;

-- name: lock_agent
-- Makes who counts the panels of an agent, to create one, wait for whoever is doing so.
INSERT INTO agent_lock (workspace, agent) VALUES ($1, $2)
ON CONFLICT (workspace, agent) DO UPDATE SET agent = excluded.agent;

-- name: count_panels
-- How many panels an agent keeps, the trash left out.
SELECT count(*) FROM panel WHERE workspace = $1 AND agent = $2 AND trashed_at IS NULL;

-- name: add_panel
-- Inserts a head; an id that is there already is an error, never a panel written over.
INSERT INTO panel (workspace, id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: put_panel
-- Writes a head anew.
UPDATE panel SET template = $3, template_version = $4, version = $5, updated_at = $6, trashed_at = $7
WHERE workspace = $1 AND id = $2;

-- name: free_keys
-- Lets go of the keys that some rows are about to change, so that two rows may exchange theirs.
UPDATE panel_row SET match_key = NULL
FROM unnest($3::text[], $4::text[]) AS new (id, match_key)
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND panel_row.id = new.id
  AND panel_row.match_key IS DISTINCT FROM new.match_key;

-- name: put_rows
-- Inserts rows, or writes them anew.
INSERT INTO panel_row (workspace, panel, id, collection, match_key, data, folded, stage, owner, private, position,
  unconfirmed_since, trashed_at, version, rest)
SELECT $1::text, $2::text, id, collection, match_key, data::jsonb, folded::jsonb, stage, owner, private, position,
  unconfirmed_since, trashed_at, version, rest::json
FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[],
  $11::float8[], $12::text[], $13::text[], $14::int[], $15::text[])
  AS new (id, collection, match_key, data, folded, stage, owner, private, position, unconfirmed_since, trashed_at,
  version, rest)
ON CONFLICT (workspace, panel, id) DO UPDATE SET
  match_key = excluded.match_key, data = excluded.data, folded = excluded.folded, stage = excluded.stage,
  owner = excluded.owner, private = excluded.private, position = excluded.position,
  unconfirmed_since = excluded.unconfirmed_since, trashed_at = excluded.trashed_at, version = excluded.version,
  rest = excluded.rest;

-- name: count_rows
-- How many rows a collection has, the trash left out: what the limit counts.
SELECT count(*) FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3 AND trashed_at IS NULL;

-- name: last_position
-- The position of the last row of a collection.
SELECT coalesce(max(position), 0) FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3;

-- name: position_of
-- Where a card stands, if it is in that stage.
SELECT position FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3 AND id = $4
  AND stage IS NOT DISTINCT FROM $5 AND trashed_at IS NULL;

-- name: position_above
-- The position of the card just above another one in a stage; the same one when the id alone tells them apart.
SELECT max(position) FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3 AND stage IS NOT DISTINCT FROM $4
  AND trashed_at IS NULL AND (position, id) < ($5, $6);

-- name: spread_positions
-- Numbers the rows of a collection anew, in the order they have.
UPDATE panel_row SET position = ranked.place
FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM panel_row
      WHERE workspace = $1 AND panel = $2 AND collection = $3) AS ranked
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND panel_row.id = ranked.id;

-- name: states
-- What is known of the blocks and collections of a panel: all of them, or those that are named.
SELECT target, content, freshness FROM block_state
WHERE workspace = $1 AND panel = $2 AND ($3::text[] IS NULL OR target = ANY($3));

-- name: put_states
-- Writes what is known of some blocks and collections.
INSERT INTO block_state (workspace, panel, target, content, freshness)
SELECT $1::text, $2::text, target, content::json, freshness::json
FROM unnest($3::text[], $4::text[], $5::text[]) AS new (target, content, freshness)
ON CONFLICT (workspace, panel, target) DO UPDATE SET content = excluded.content, freshness = excluded.freshness;

-- name: add_version
-- Appends one version.
INSERT INTO panel_version (workspace, panel, version, kind, origin, targets, states, template, row_count)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: add_row_versions
-- Appends what one version changed in rows, as they were before.
INSERT INTO row_version (workspace, panel, row, version, collection, before)
SELECT $1::text, $2::text, row, version, collection, before::json
FROM unnest($3::text[], $4::int[], $5::text[], $6::text[]) AS new (row, version, collection, before);

-- name: versions
-- A page of versions, newest first, with the rows that may be seen; one that changed hidden rows alone is left out.
WITH hidden AS (
  SELECT r.version, count(*) AS changed FROM panel_row AS p
  JOIN row_version AS r ON r.workspace = p.workspace AND r.panel = p.panel AND r.row = p.id
  WHERE p.workspace = $1 AND p.panel = $2 AND p.private = 1 AND NOT $3::bool AND p.owner IS DISTINCT FROM $4::text
  GROUP BY r.version)
SELECT v.version, v.kind, v.origin, v.targets, v.states, v.template, v.row_count - coalesce(h.changed, 0)
FROM panel_version AS v LEFT JOIN hidden AS h ON h.version = v.version
WHERE v.workspace = $1 AND v.panel = $2 AND ($5::int IS NULL OR v.version < $5)
  AND (v.row_count = 0 OR v.row_count > coalesce(h.changed, 0))
ORDER BY v.version DESC LIMIT $6;

-- name: versions_after
-- All versions later than one, newest first.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = $1 AND panel = $2 AND version > $3 ORDER BY version DESC;

-- name: version
-- One version.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = $1 AND panel = $2 AND version = $3;

-- name: rows_of_versions_after
-- What all versions later than one changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = $1 AND panel = $2 AND version > $3;

-- name: rows_of_version
-- What one version changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = $1 AND panel = $2 AND version = $3;

-- name: row_history
-- What happened to one row after a version, newest first, each with the version that did it.
SELECT v.version, v.kind, v.origin, v.targets, v.row_count, r.collection, r.before
FROM row_version AS r
JOIN panel_version AS v ON v.workspace = r.workspace AND v.panel = r.panel AND v.version = r.version
WHERE r.workspace = $1 AND r.panel = $2 AND r.row = $3 AND r.version > $4
ORDER BY r.version DESC;

-- name: add_annotation
-- Appends one annotation. Nothing updates or deletes this table.
INSERT INTO annotation (workspace, panel, row, id, text, by, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: annotations
-- The annotations of a row, oldest first.
SELECT id, row, text, by, at FROM annotation
WHERE workspace = $1 AND panel = $2 AND row = $3 ORDER BY id;

-- name: add_notice
-- Tells a person something.
INSERT INTO notice (workspace, person, id, panel, row, text, by, at, read_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: notices
-- What a person was told, newest first.
SELECT id, person, panel, row, text, by, at, read_at FROM notice
WHERE workspace = $1 AND person = $2 ORDER BY id DESC LIMIT 200;

-- name: read_notices
-- Marks all that a person was told as read.
UPDATE notice SET read_at = $3 WHERE workspace = $1 AND person = $2 AND read_at IS NULL;

-- name: claim_key
-- Takes an idempotency key, with nothing under it yet: the same request at the same time waits here for this one.
INSERT INTO idempotency (workspace, scope, key, request_hash, receipt, at) VALUES ($1, $2, $3, '', '', '')
ON CONFLICT (workspace, scope, key) DO NOTHING;

-- name: kept_receipt
-- The receipt kept under an idempotency key.
SELECT request_hash, receipt FROM idempotency WHERE workspace = $1 AND scope = $2 AND key = $3 AND receipt <> '';

-- name: keep_receipt
-- Keeps a receipt under its key.
INSERT INTO idempotency (workspace, scope, key, request_hash, receipt, at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: keep_claimed
-- The same under a key that this transaction has claimed.
UPDATE idempotency SET request_hash = $4, receipt = $5, at = $6 WHERE workspace = $1 AND scope = $2 AND key = $3;

-- name: grants
-- The tools that buttons of a panel may run.
SELECT tool FROM tool_grant WHERE workspace = $1 AND panel = $2;

-- name: grant
-- Lets buttons of a panel run a tool.
INSERT INTO tool_grant (workspace, panel, tool, by, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (workspace, panel, tool) DO NOTHING;

-- name: revoke
-- Takes that back.
DELETE FROM tool_grant WHERE workspace = $1 AND panel = $2 AND tool = $3;

-- name: person
-- One person.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = $1 AND id = $2;

-- name: person_by_login
-- One person, by the name they sign in with.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = $1 AND login = $2;

-- name: people
-- Everyone who can sign in.
SELECT id, login, name, role, teams, locale, password_hash FROM person WHERE workspace = $1 ORDER BY name, id;

-- name: put_person
-- Inserts a person, or writes them anew; a password that is not given stays.
INSERT INTO person (workspace, id, login, name, role, teams, locale, password_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (workspace, id) DO UPDATE SET
  login = excluded.login, name = excluded.name, role = excluded.role, teams = excluded.teams,
  locale = excluded.locale, password_hash = coalesce(excluded.password_hash, person.password_hash);

-- name: add_session
-- Opens a session.
INSERT INTO session (workspace, token_hash, person, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5);

-- name: session
-- The session of a token.
SELECT person, created_at, expires_at FROM session WHERE workspace = $1 AND token_hash = $2;

-- name: drop_session
-- Closes a session.
DELETE FROM session WHERE workspace = $1 AND token_hash = $2;

-- name: add_token
-- Keeps a new API token, by its hash.
INSERT INTO api_token (workspace, id, token_hash, person, name, created_at)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: token
-- The API token with this hash.
SELECT id, person, name, created_at FROM api_token WHERE workspace = $1 AND token_hash = $2;

-- name: tokens
-- The API tokens of a person.
SELECT id, person, name, created_at FROM api_token WHERE workspace = $1 AND person = $2 ORDER BY id;

-- name: drop_token
-- Revokes an API token; says which, if it was there.
DELETE FROM api_token WHERE workspace = $1 AND id = $2 RETURNING id;

-- name: thread
-- One thread.
SELECT id, agent, owner, title, created_at, updated_at FROM thread WHERE workspace = $1 AND id = $2;

-- name: lock_thread
-- The same once its lock is held: whoever else writes to the thread waits until this transaction ends.
SELECT id, agent, owner, title, created_at, updated_at FROM thread WHERE workspace = $1 AND id = $2 FOR UPDATE;

-- name: threads
-- The threads of a person, the most recent first.
SELECT id, agent, owner, title, created_at, updated_at FROM thread
WHERE workspace = $1 AND owner = $2 ORDER BY updated_at DESC, id DESC;

-- name: put_thread
-- Inserts a thread, or writes it anew.
INSERT INTO thread (workspace, id, agent, owner, title, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, updated_at = excluded.updated_at;

-- name: next_seq
-- The place of the next message of a thread.
SELECT coalesce(max(seq), 0) + 1 FROM message WHERE workspace = $1 AND thread = $2;

-- name: put_message
-- Inserts a message, or writes its body anew.
INSERT INTO message (workspace, thread, id, seq, run, at, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (workspace, thread, id) DO UPDATE SET body = excluded.body;

-- name: messages
-- The messages of a thread, in order.
SELECT id, thread, seq, run, at, body FROM message WHERE workspace = $1 AND thread = $2 ORDER BY seq;

-- name: run
-- One run.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run WHERE workspace = $1 AND id = $2;

-- name: running
-- The runs that have not ended.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run WHERE workspace = $1 AND status = 'running';

-- name: running_of
-- The run that is answering in a thread.
SELECT id, thread, agent, status, started_at, ended_at, error FROM run
WHERE workspace = $1 AND thread = $2 AND status = 'running';

-- name: put_run
-- Inserts a run, or writes its state anew.
INSERT INTO run (workspace, id, thread, agent, status, started_at, ended_at, error)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (workspace, id) DO UPDATE SET
  status = excluded.status, ended_at = excluded.ended_at, error = excluded.error;

-- name: add_run_event
-- Appends to the log of a run.
INSERT INTO run_event (workspace, run, seq, event) VALUES ($1, $2, $3, $4);

-- name: run_events
-- The log of a run after a place.
SELECT seq, event FROM run_event WHERE workspace = $1 AND run = $2 AND seq > $3 ORDER BY seq;

-- name: answer
-- One answer.
SELECT body FROM answer WHERE workspace = $1 AND id = $2;

-- name: answers
-- The answers of a thread.
SELECT body FROM answer WHERE workspace = $1 AND thread = $2 ORDER BY id;

-- name: put_answer
-- Inserts an answer, or writes it anew.
INSERT INTO answer (workspace, id, thread, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: reading
-- One reading of the ledger.
SELECT body FROM reading WHERE workspace = $1 AND id = $2;

-- name: readings_of_run
-- The readings of a run, in order.
SELECT body FROM reading WHERE workspace = $1 AND run = $2 ORDER BY id;

-- name: put_reading
-- Inserts a reading, or writes how it ended.
INSERT INTO reading (workspace, id, run, panel, tool, body) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: endpoint
-- One endpoint.
SELECT id, panel, hook, sealed, opened_by, opened_at FROM endpoint WHERE workspace = $1 AND id = $2;

-- name: endpoints
-- The endpoints of a panel.
SELECT id, panel, hook, sealed, opened_by, opened_at FROM endpoint
WHERE workspace = $1 AND panel = $2 ORDER BY hook;

-- name: put_endpoint
-- Opens an endpoint, or gives an open one a new secret: its address stays.
INSERT INTO endpoint (workspace, id, panel, hook, sealed, opened_by, opened_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (workspace, id) DO UPDATE SET
  sealed = excluded.sealed, opened_by = excluded.opened_by, opened_at = excluded.opened_at;

-- name: drop_endpoint
-- Closes an endpoint.
DELETE FROM endpoint WHERE workspace = $1 AND id = $2;

-- name: drop_deliveries
-- Forgets all that came to an endpoint.
DELETE FROM delivery WHERE workspace = $1 AND endpoint = $2;

-- name: add_delivery
-- Logs a delivery, unless one with its key is there. Those without a key are never the same.
INSERT INTO delivery (workspace, id, endpoint, key, digest, at, outcome, code, message, path, body, receipt)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (workspace, endpoint, key) DO NOTHING;

-- name: delivery_by_key
-- The delivery with a key of its sender.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, body, receipt FROM delivery
WHERE workspace = $1 AND endpoint = $2 AND key = $3;

-- name: delivery
-- One delivery.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, body, receipt FROM delivery
WHERE workspace = $1 AND endpoint = $2 AND id = $3;

-- name: deliveries
-- What came to an endpoint, newest first, without the bodies.
SELECT id, endpoint, key, digest, at, outcome, code, message, path, NULL, receipt FROM delivery
WHERE workspace = $1 AND endpoint = $2 ORDER BY id DESC LIMIT $3;

-- name: settle_delivery
-- Writes what became of a delivery. One that was applied stays so.
UPDATE delivery SET outcome = $4, code = $5, message = $6, path = $7, receipt = $8
WHERE workspace = $1 AND endpoint = $2 AND id = $3 AND outcome <> 'applied';

-- name: forget_deliveries
-- Keeps the newest of an endpoint, counting those with a bad signature apart: a stranger cannot push out the others.
DELETE FROM delivery
WHERE workspace = $1 AND endpoint = $2 AND (outcome = 'bad_signature') = ($3 = 'bad_signature')
  AND id NOT IN (
    SELECT id FROM delivery
    WHERE workspace = $1 AND endpoint = $2 AND (outcome = 'bad_signature') = ($3 = 'bad_signature')
    ORDER BY id DESC LIMIT $4);
