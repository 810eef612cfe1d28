-- name: panel
-- The head of one panel.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND id = $2;

-- name: lock_panel
-- The same once its lock is held: whoever else writes to the panel waits until this transaction ends.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND id = $2 FOR UPDATE;

-- name: lock_panel_for
-- The same with the person who writes.
WITH locked AS (
  SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
  FROM panel WHERE workspace = $1 AND id = $2 FOR UPDATE),
writer AS (
  SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = $1 AND id = $3)
SELECT locked.id, locked.agent, locked.owner, locked.template, locked.template_version, locked.version, locked.created_at, locked.updated_at, locked.trashed_at,
  writer.id, writer.login, writer.name, writer.role, writer.teams, writer.locale, writer.email, writer.password_hash
FROM (SELECT 1) AS one LEFT JOIN locked ON true LEFT JOIN writer ON true;

-- name: panels
-- All heads that are not in the trash, the most recently changed first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id;

-- name: lock_agent
-- Makes who counts the panels of an agent, to create one, wait for whoever is doing so.
INSERT INTO agent_lock (workspace, agent) VALUES ($1, $2)
ON CONFLICT (workspace, agent) DO UPDATE SET agent = excluded.agent;

-- name: panels_in_trash
-- The heads in the trash, the last to go there first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = $1 AND trashed_at IS NOT NULL ORDER BY trashed_at DESC, id;

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

-- name: touch_panel
-- Only what every write changes in a head.
UPDATE panel SET version = $3, updated_at = $4 WHERE workspace = $1 AND id = $2;

-- name: free_keys
-- Lets go of the keys that some rows are about to change, so that two rows may exchange theirs.
UPDATE panel_row SET match_key = NULL
FROM unnest($3::text[], $4::text[]) AS new (id, match_key)
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND panel_row.id = new.id
  AND panel_row.match_key IS DISTINCT FROM new.match_key;

-- name: put_rows
-- Inserts rows, or writes them anew.
INSERT INTO panel_row (workspace, panel,
  id, collection, match_key, stage, owner, private, position, unconfirmed_since, trashed_at, version, text_1, text_2,
  text_3, text_4, text_5, text_6, text_7, text_8, number_1, number_2, number_3, number_4, number_5, number_6,
  number_7, number_8, other_keys, body, kept)
SELECT $1::text, $2::text,
  id, collection, match_key, stage, owner, private, position, unconfirmed_since, trashed_at, version, text_1, text_2,
  text_3, text_4, text_5, text_6, text_7, text_8, number_1, number_2, number_3, number_4, number_5, number_6,
  number_7, number_8, other_keys::jsonb, body::json, kept::json
FROM unnest(
  $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::float8[], $10::text[], $11::text[],
  $12::int[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
  $21::float8[], $22::float8[], $23::float8[], $24::float8[], $25::float8[], $26::float8[], $27::float8[],
  $28::float8[], $29::text[], $30::text[], $31::text[])
  AS new (
  id, collection, match_key, stage, owner, private, position, unconfirmed_since, trashed_at, version, text_1, text_2,
  text_3, text_4, text_5, text_6, text_7, text_8, number_1, number_2, number_3, number_4, number_5, number_6,
  number_7, number_8, other_keys, body, kept)
ON CONFLICT (workspace, panel, id) DO UPDATE SET
  match_key = excluded.match_key, stage = excluded.stage, owner = excluded.owner, private = excluded.private, position
  = excluded.position, unconfirmed_since = excluded.unconfirmed_since, trashed_at = excluded.trashed_at, version =
  excluded.version, text_1 = excluded.text_1, text_2 = excluded.text_2, text_3 = excluded.text_3, text_4 =
  excluded.text_4, text_5 = excluded.text_5, text_6 = excluded.text_6, text_7 = excluded.text_7, text_8 =
  excluded.text_8, number_1 = excluded.number_1, number_2 = excluded.number_2, number_3 = excluded.number_3, number_4
  = excluded.number_4, number_5 = excluded.number_5, number_6 = excluded.number_6, number_7 = excluded.number_7,
  number_8 = excluded.number_8, other_keys = excluded.other_keys, body = excluded.body, kept = excluded.kept;

-- name: place_rows
-- Writes rows anew whose values and keys are as before.
UPDATE panel_row SET stage = new.stage, owner = new.owner, private = new.private, position = new.position,
  unconfirmed_since = new.unconfirmed_since, trashed_at = new.trashed_at, version = new.version,
  body = new.body::json, kept = new.kept::json
FROM unnest(
  $3::text[], $4::text[], $5::text[], $6::int[], $7::float8[], $8::text[], $9::text[], $10::int[], $11::text[],
  $12::text[])
  AS new (id, stage, owner, private, position, unconfirmed_since, trashed_at, version, body, kept)
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND panel_row.id = new.id;

-- name: put_row_keys
-- Writes what rows are compared by anew.
UPDATE panel_row SET
  text_1 = new.text_1, text_2 = new.text_2, text_3 = new.text_3, text_4 = new.text_4, text_5 = new.text_5, text_6 =
  new.text_6, text_7 = new.text_7, text_8 = new.text_8, number_1 = new.number_1, number_2 = new.number_2, number_3 =
  new.number_3, number_4 = new.number_4, number_5 = new.number_5, number_6 = new.number_6, number_7 = new.number_7,
  number_8 = new.number_8, other_keys = new.other_keys::jsonb
FROM unnest(
  $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
  $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::float8[], $17::float8[], $18::float8[],
  $19::float8[], $20::text[])
  AS new (
  id, text_1, text_2, text_3, text_4, text_5, text_6, text_7, text_8, number_1, number_2, number_3, number_4,
  number_5, number_6, number_7, number_8, other_keys)
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND panel_row.id = new.id;

-- name: count_rows
-- How many rows a collection has, the trash left out: what the limit counts.
SELECT count(*) FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3 AND trashed_at IS NULL;

-- name: count_rows_in_trash
-- How many rows of a collection a reader sees in the trash.
SELECT count(*) FROM panel_row
WHERE workspace = $1 AND panel = $2 AND collection = $3 AND trashed_at IS NOT NULL
  AND (private = 0 OR $4 OR owner = $5);

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
WHERE v.workspace = $1 AND v.panel = $2 AND ($5::bigint IS NULL OR v.version < $5)
  AND (v.row_count = 0 OR v.row_count > coalesce(h.changed, 0))
ORDER BY v.version DESC LIMIT $6;

-- name: versions_after
-- All versions later than one, newest first.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = $1 AND panel = $2 AND version > $3::bigint ORDER BY version DESC;

-- name: version
-- One version.
SELECT version, kind, origin, targets, states, template, row_count FROM panel_version
WHERE workspace = $1 AND panel = $2 AND version = $3::bigint;

-- name: rows_of_versions_after
-- What all versions later than one changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = $1 AND panel = $2 AND version > $3::bigint;

-- name: rows_of_version
-- What one version changed in rows.
SELECT row, collection, version, before FROM row_version
WHERE workspace = $1 AND panel = $2 AND version = $3::bigint;

-- name: row_history
-- What happened to one row after a version, newest first, each with the version that did it.
SELECT v.version, v.kind, v.origin, v.targets, v.row_count, r.collection, r.before
FROM row_version AS r
JOIN panel_version AS v ON v.workspace = r.workspace AND v.panel = r.panel AND v.version = r.version
WHERE r.workspace = $1 AND r.panel = $2 AND r.row = $3 AND r.version > $4::bigint
ORDER BY r.version DESC;

-- name: add_annotation
-- Appends one annotation. Nothing updates this table, and only a row that is forgotten for good takes from it.
INSERT INTO annotation (workspace, panel, row, id, text, by, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: annotations
-- The annotations of a row, oldest first.
SELECT id, row, text, by, at FROM annotation
WHERE workspace = $1 AND panel = $2 AND row = $3 ORDER BY id;

-- name: add_notice
-- Tells a person something.
INSERT INTO notice (workspace, person, id, panel, row, text, alert, by, at, read_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: notices
-- What a person was told, newest first.
SELECT id, person, panel, row, text, alert, by, at, read_at FROM notice
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
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = $1 AND id = $2;

-- name: person_by_login
-- One person, by the name they sign in with.
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = $1 AND login = $2;

-- name: person_of_session
-- Whose session it is, and when it ends.
SELECT p.id, p.login, p.name, p.role, p.teams, p.locale, p.email, s.expires_at FROM session AS s
JOIN person AS p ON p.workspace = s.workspace AND p.id = s.person
WHERE s.workspace = $1 AND s.token_hash = $2;

-- name: person_of_token
-- Whose API token it is.
SELECT p.id, p.login, p.name, p.role, p.teams, p.locale, p.email, p.password_hash FROM api_token AS t
JOIN person AS p ON p.workspace = t.workspace AND p.id = t.person
WHERE t.workspace = $1 AND t.token_hash = $2;

-- name: people
-- Everyone who can sign in.
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = $1 ORDER BY name, id;

-- name: put_person
-- Inserts a person, or writes them anew; a password that is not given stays.
INSERT INTO person (workspace, id, login, name, role, teams, locale, email, password_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (workspace, id) DO UPDATE SET
  login = excluded.login, name = excluded.name, role = excluded.role, teams = excluded.teams,
  locale = excluded.locale, email = excluded.email,
  password_hash = coalesce(excluded.password_hash, person.password_hash);

-- name: add_session
-- Opens a session.
INSERT INTO session (workspace, token_hash, person, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5);

-- name: drop_session
-- Closes a session.
DELETE FROM session WHERE workspace = $1 AND token_hash = $2;

-- name: add_token
-- Keeps a new API token, by its hash.
INSERT INTO api_token (workspace, id, token_hash, person, name, created_at)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: tokens
-- The API tokens of a person.
SELECT id, person, name, created_at FROM api_token WHERE workspace = $1 AND person = $2 ORDER BY id;

-- name: drop_token
-- Revokes an API token; says which, if it was there.
DELETE FROM api_token WHERE workspace = $1 AND id = $2 RETURNING id;

-- name: thread
-- One thread.
SELECT id, agent, owner, title, created_at, updated_at, pinned, seen, deleted_at
FROM thread WHERE workspace = $1 AND id = $2;

-- name: lock_thread
-- The same once its lock is held: whoever else writes to the thread waits until this transaction ends.
SELECT id, agent, owner, title, created_at, updated_at, pinned, seen, deleted_at
FROM thread WHERE workspace = $1 AND id = $2 FOR UPDATE;

-- name: threads
-- The threads of a person that have all the words, in the title or in one message, with how each stands; pinned ones
-- first, then those last changed.
SELECT * FROM (
  SELECT t.id, t.agent, t.owner, t.title, t.created_at, t.updated_at, t.pinned, t.seen, t.deleted_at,
    (SELECT r.status FROM run AS r WHERE r.workspace = $1 AND r.thread = t.id
     ORDER BY r.status = 'running' DESC, r.started_at DESC, r.id DESC LIMIT 1) AS run,
    EXISTS (SELECT 1 FROM message AS m WHERE m.workspace = $1 AND m.thread = t.id AND m.seq > t.seen
            AND m.attempt IS NULL AND m.body ->> 'kind' NOT IN ('said', 'sliced')) AS unread,
    CASE WHEN cardinality($3::text[]) > 0 THEN (
      SELECT json_build_array(m.id, m.thread, m.seq, m.run, m.at, m.body)::text FROM message AS m
      WHERE m.workspace = $1 AND m.thread = t.id AND m.attempt IS NULL AND m.words IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM unnest($3::text[]) AS term WHERE strpos(m.words, term) = 0)
      ORDER BY m.seq DESC LIMIT 1) END AS found,
    NOT EXISTS (SELECT 1 FROM unnest($3::text[]) AS term WHERE strpos(t.words, term) = 0) AS titled
  FROM thread AS t WHERE t.workspace = $1 AND t.owner = $2 AND t.deleted_at IS NULL
) AS listed WHERE titled OR found IS NOT NULL ORDER BY pinned DESC, updated_at DESC, id DESC LIMIT $4;

-- name: put_thread
-- Inserts a thread, or writes it anew.
INSERT INTO thread (workspace, id, agent, owner, title, created_at, updated_at, pinned, seen, deleted_at, words)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (workspace, id) DO UPDATE SET
  title = excluded.title, updated_at = excluded.updated_at, pinned = excluded.pinned, seen = excluded.seen,
  deleted_at = excluded.deleted_at, words = excluded.words;

-- name: next_seq
-- The place of the next message of a thread.
SELECT coalesce(max(seq), 0) + 1 FROM message WHERE workspace = $1 AND thread = $2;

-- name: put_message
-- Inserts a message, or writes its body anew.
INSERT INTO message (workspace, thread, id, seq, run, at, body, words) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (workspace, thread, id) DO UPDATE SET body = excluded.body, words = excluded.words;

-- name: messages
-- The messages of a thread in their order, without those of earlier attempts.
SELECT id, thread, seq, run, at, body FROM message
WHERE workspace = $1 AND thread = $2 AND attempt IS NULL ORDER BY seq;

-- name: run
-- One run.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = $1 AND id = $2;

-- name: running
-- The runs that have not ended.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = $1 AND status = 'running';

-- name: running_of
-- The run that is answering in a thread.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = $1 AND thread = $2 AND status = 'running';

-- name: put_run
-- Inserts a run, or writes its state anew.
INSERT INTO run (workspace, id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (workspace, id) DO UPDATE SET
  status = excluded.status, ended_at = excluded.ended_at, error = excluded.error, alive_until = excluded.alive_until,
  stop_asked = excluded.stop_asked, trace = excluded.trace, usage = excluded.usage;

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
SELECT body FROM answer WHERE workspace = $1 AND thread = $2 AND attempt IS NULL ORDER BY id;

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
INSERT INTO reading (workspace, id, run, panel, tool, at, open_since, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (workspace, id) DO UPDATE SET open_since = excluded.open_since, body = excluded.body;

-- name: open_readings
-- The calls that had begun by a moment and have not ended.
SELECT body FROM reading WHERE workspace = $1 AND open_since <= $2 ORDER BY open_since, id;

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

-- name: put_job
-- Adds a job. One that waits under its key is moved to the new time instead; says which of the two it is.
INSERT INTO job (workspace, id, kind, task, key, waiting_key, status, run_at, attempts, holder, lease_until, error,
  created_at, ended_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (workspace, waiting_key) DO UPDATE SET
  run_at = excluded.run_at, attempts = excluded.attempts, error = excluded.error
RETURNING id;

-- name: drop_job
-- Takes back the job that waits under a key.
DELETE FROM job WHERE workspace = $1 AND waiting_key = $2;

-- name: claim_jobs
-- Takes the jobs that are due, oldest first, and those whose holder let the lease run out. Nobody waits for those
-- that another is taking at this moment.
WITH due AS MATERIALIZED (
  SELECT id AS due_id FROM job
  WHERE workspace = $1
    AND (status = 'waiting' AND run_at <= $3 OR status = 'running' AND lease_until <= $3)
  ORDER BY run_at, id LIMIT $5 FOR UPDATE SKIP LOCKED)
UPDATE job SET status = 'running', waiting_key = NULL, holder = $2, lease_until = $4, attempts = attempts + 1
FROM due WHERE workspace = $1 AND id = due_id
RETURNING id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at;

-- name: extend_lease
-- Lets a job stay with its holder; says which, if it is still theirs.
UPDATE job SET lease_until = $4 WHERE workspace = $1 AND id = $2 AND holder = $3 AND status = 'running' RETURNING id;

-- name: take_out_job
-- Takes a job out, to be put back as it ended; says which, if it is still its holder's.
DELETE FROM job WHERE workspace = $1 AND id = $2 AND holder = $3 AND status = 'running' RETURNING id;

-- name: take_out_dead_job
-- Takes a dead job out, to be put back as new.
DELETE FROM job WHERE workspace = $1 AND id = $2 AND status = 'dead'
RETURNING id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at;

-- name: job
-- One job.
SELECT id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at FROM job
WHERE workspace = $1 AND id = $2;

-- name: jobs
-- The jobs, newest first, all or those with one status.
SELECT id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at FROM job
WHERE workspace = $1 AND ($2::text IS NULL OR status = $2) ORDER BY id DESC LIMIT $3;

-- name: next_job_at
-- When the first of the waiting jobs is due, or the first of the leases ends.
SELECT least(
  (SELECT min(run_at) FROM job WHERE workspace = $1 AND status = 'waiting'),
  (SELECT min(lease_until) FROM job WHERE workspace = $1 AND status = 'running'));

-- name: due_times
-- When the jobs that wait under some keys are due.
SELECT waiting_key, run_at FROM job WHERE workspace = $1 AND waiting_key = ANY($2::text[]);

-- name: forget_jobs
-- Forgets the jobs that ended before a moment; says which.
DELETE FROM job WHERE workspace = $1 AND ended_at < $2 RETURNING id;

-- name: take_lease
-- Takes a lease that is free, has run out or is the holder's already; says whose it is then.
INSERT INTO lease (workspace, name, holder, until) VALUES ($1, $2, $3, $5)
ON CONFLICT (workspace, name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE lease.holder = excluded.holder OR lease.until <= $4
RETURNING holder;

-- name: drop_lease
-- Lets go of a lease.
DELETE FROM lease WHERE workspace = $1 AND name = $2 AND holder = $3;

-- name: alert_states
-- How the alerts of a panel stand.
SELECT state FROM alert_state WHERE workspace = $1 AND panel = $2 ORDER BY alert;

-- name: firing_alerts
-- How many alerts fire, by panel.
SELECT panel, count(*) FROM alert_state
WHERE workspace = $1 AND state->>'status' = ANY($2::text[]) GROUP BY panel;

-- name: put_alert_state
-- Writes how an alert stands.
INSERT INTO alert_state (workspace, panel, alert, state) VALUES ($1, $2, $3, $4)
ON CONFLICT (workspace, panel, alert) DO UPDATE SET state = excluded.state;

-- name: drop_alert_state
-- Forgets how an alert stood.
DELETE FROM alert_state WHERE workspace = $1 AND panel = $2 AND alert = $3;

-- name: followers
-- Who follows an alert, or all those of a panel.
SELECT alert, person, by_email FROM alert_follower
WHERE workspace = $1 AND panel = $2 AND ($3::text IS NULL OR alert = $3) ORDER BY alert, person;

-- name: put_follower
-- Lets a person follow an alert, or changes how they are told.
INSERT INTO alert_follower (workspace, panel, alert, person, by_email) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (workspace, panel, alert, person) DO UPDATE SET by_email = excluded.by_email;

-- name: drop_follower
-- A person follows an alert no more.
DELETE FROM alert_follower WHERE workspace = $1 AND panel = $2 AND alert = $3 AND person = $4;

-- name: drop_followers
-- Nobody follows an alert any more.
DELETE FROM alert_follower WHERE workspace = $1 AND panel = $2 AND alert = $3;

-- name: oldest_version
-- The first version of a panel that is kept.
SELECT min(version) FROM panel_version WHERE workspace = $1 AND panel = $2;

-- name: due_deliveries
-- Deliveries that came before a moment.
SELECT endpoint, id FROM delivery WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: due_readings
-- Readings made before a moment.
SELECT '', id FROM reading WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: due_receipts
-- Receipts kept since before a moment.
SELECT scope, key FROM idempotency WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: due_notices
-- What people were told before a moment.
SELECT person, id FROM notice WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: forget_old_deliveries
-- Forgets some deliveries.
DELETE FROM delivery WHERE workspace = $1 AND (endpoint, id) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: forget_old_readings
-- Forgets some readings.
DELETE FROM reading WHERE workspace = $1 AND id IN (SELECT id FROM unnest($2::text[], $3::text[]) AS old (first, id));

-- name: forget_old_receipts
-- Forgets some receipts.
DELETE FROM idempotency WHERE workspace = $1 AND (scope, key) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: forget_old_notices
-- Forgets some notices.
DELETE FROM notice WHERE workspace = $1 AND (person, id) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: panels_with_old_versions
-- Panels whose first version is before a moment and not the newest, or of whose forgotten versions something is left.
SELECT id FROM panel AS p WHERE p.workspace = $1 AND (
  (SELECT v.origin ->> 'at' FROM panel_version AS v
   WHERE v.workspace = $1 AND v.panel = p.id AND v.version < p.version ORDER BY v.version LIMIT 1) < $2
  OR EXISTS (SELECT 1 FROM row_version AS r WHERE r.workspace = $1 AND r.panel = p.id AND r.version < (
    SELECT min(v.version) FROM panel_version AS v WHERE v.workspace = $1 AND v.panel = p.id)));

-- name: forget_versions
-- Forgets the first versions of a panel, up to one that is younger, but never the newest.
WITH first AS (
  SELECT version, origin ->> 'at' AS at FROM panel_version
  WHERE workspace = $1 AND panel = $2 ORDER BY version LIMIT $4)
DELETE FROM panel_version
WHERE workspace = $1 AND panel = $2 AND version < $5 AND version IN (SELECT version FROM first)
  AND version < (SELECT coalesce(min(version), $5) FROM first WHERE at >= $3)
RETURNING version;

-- name: forget_row_versions
-- Forgets some of what forgotten versions changed in rows.
DELETE FROM row_version
WHERE workspace = $1 AND panel = $2 AND (row, version) IN (
  SELECT row, version FROM row_version
  WHERE workspace = $1 AND panel = $2 AND version < (
    SELECT min(version) FROM panel_version WHERE workspace = $1 AND panel = $2)
  LIMIT $3)
RETURNING version;

-- name: old_trash
-- Rows that stand in the trash since before a moment.
SELECT panel, id FROM panel_row WHERE workspace = $1 AND trashed_at < $2 LIMIT $3;

-- name: still_in_trash
-- Those of some rows that stand in the trash since before a moment.
SELECT id FROM panel_row
WHERE workspace = $1 AND panel = $2 AND trashed_at < $4 AND id = ANY($3::text[]);

-- name: uncount_rows
-- Versions no longer count rows that are about to be forgotten.
UPDATE panel_version SET row_count = row_count - gone.changed
FROM (SELECT version, count(*) AS changed FROM row_version
      WHERE workspace = $1 AND panel = $2 AND row = ANY($3::text[]) GROUP BY version) AS gone
WHERE panel_version.workspace = $1 AND panel_version.panel = $2 AND panel_version.version = gone.version;

-- name: drop_empty_versions
-- Forgets the versions that changed nothing but such rows.
DELETE FROM panel_version
WHERE workspace = $1 AND panel = $2 AND row_count = 0 AND states::text = '[]' AND template IS NULL AND version IN (
  SELECT version FROM row_version
  WHERE workspace = $1 AND panel = $2 AND row = ANY($3::text[]));

-- name: drop_rows
-- Forgets rows for good.
DELETE FROM panel_row WHERE workspace = $1 AND panel = $2 AND id = ANY($3::text[]);

-- name: panels_in_old_trash
-- Panels that stand in the trash since before a moment.
SELECT id FROM panel WHERE workspace = $1 AND trashed_at < $2;

-- name: forget_head
-- Forgets the head of a panel that stands in the trash since before a moment.
DELETE FROM panel WHERE workspace = $1 AND id = $2 AND trashed_at < $3 RETURNING id;

-- name: headless_panels
-- Panels that have versions and no head, found by going from one panel to the next.
WITH RECURSIVE found (panel) AS (
  SELECT min(panel) FROM panel_version WHERE workspace = $1
  UNION ALL
  SELECT (SELECT min(v.panel) FROM panel_version AS v WHERE v.workspace = $1 AND v.panel > found.panel)
  FROM found WHERE found.panel IS NOT NULL)
SELECT panel FROM found
WHERE panel IS NOT NULL AND NOT EXISTS (SELECT 1 FROM panel AS p WHERE p.workspace = $1 AND p.id = found.panel);

-- name: forget_jobs_of_panel
-- Takes back the jobs about a panel, but for those under way.
DELETE FROM job WHERE workspace = $1 AND status <> 'running' AND task ->> 'panel' = $2 RETURNING id;

-- name: forget_deliveries_of_panel
-- Forgets some of what came to the endpoints of a panel.
DELETE FROM delivery WHERE workspace = $1 AND (endpoint, id) IN (
  SELECT d.endpoint, d.id FROM delivery AS d
  JOIN endpoint AS e ON e.workspace = d.workspace AND e.id = d.endpoint
  WHERE e.workspace = $1 AND e.panel = $2 LIMIT $3)
RETURNING id;

-- name: set_aside
-- Puts the messages from one on into an earlier attempt of the thread; which, and the answers they show.
UPDATE message SET attempt = (
  SELECT coalesce(max(m.attempt), 0) + 1 FROM message AS m WHERE m.workspace = $1 AND m.thread = $2)
WHERE workspace = $1 AND thread = $2 AND seq >= $3 AND attempt IS NULL
RETURNING attempt, body ->> 'answer';

-- name: set_aside_answers
-- Puts answers into an earlier attempt.
UPDATE answer SET attempt = $4 WHERE workspace = $1 AND thread = $2 AND id = ANY($3) AND attempt IS NULL;

-- name: messages_set_aside
-- The messages of earlier attempts, in their order.
SELECT attempt, id, thread, seq, run, at, body FROM message
WHERE workspace = $1 AND thread = $2 AND attempt IS NOT NULL ORDER BY seq;

-- name: answers_set_aside
-- The answers of an earlier attempt.
SELECT body FROM answer WHERE workspace = $1 AND thread = $2 AND attempt = $3 ORDER BY id;

-- name: recent_runs
-- Runs, the last begun first.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = $1 ORDER BY started_at DESC, id DESC LIMIT $2;

-- name: recent_runs_of
-- Runs of one agent, the last begun first.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = $1 AND agent = $2 ORDER BY started_at DESC, id DESC LIMIT $3;

-- name: keep_alive
-- Says that the server which works on some runs still lives.
UPDATE run SET alive_until = $3 WHERE workspace = $1 AND id = ANY($2) AND status = 'running';

-- name: ask_stop
-- Asks whichever server works on a run to stop it.
UPDATE run SET stop_asked = 1 WHERE workspace = $1 AND id = $2 AND status = 'running';

-- name: still_to_do
-- Which of some runs still go on, and whether each is asked to stop.
SELECT id, stop_asked FROM run WHERE workspace = $1 AND id = ANY($2) AND status = 'running';

-- name: add_run_events
-- Appends events after the last one that its writer knows of, as long as the run goes on.
INSERT INTO run_event (workspace, run, seq, event)
SELECT $1, $2, $3::integer + one.place, one.event::json
FROM unnest($4::text[]) WITH ORDINALITY AS one (event, place)
WHERE EXISTS (SELECT 1 FROM run WHERE workspace = $1 AND id = $2 AND status = 'running')
RETURNING seq;

-- name: approval
-- One approval.
SELECT body FROM approval WHERE workspace = $1 AND id = $2;

-- name: approvals
-- The approvals of a thread, oldest first.
SELECT body FROM approval WHERE workspace = $1 AND thread = $2 ORDER BY id;

-- name: put_approval
-- Writes an approval, or how it stands by now.
INSERT INTO approval (workspace, id, thread, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: put_attachment
-- Keeps a file.
INSERT INTO attachment (workspace, id, owner, size, at, about, read, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: attachment
-- What is known of a file.
SELECT about FROM attachment WHERE workspace = $1 AND id = $2;

-- name: attachment_read
-- What was read in a file.
SELECT read FROM attachment WHERE workspace = $1 AND id = $2;

-- name: attachment_content
-- The bytes of a file.
SELECT content FROM attachment WHERE workspace = $1 AND id = $2;

-- name: bytes_of
-- How many bytes the files of a person take up.
SELECT coalesce(sum(size), 0) FROM attachment WHERE workspace = $1 AND owner = $2;

-- name: send_attachment
-- A file belongs to the thread it was first sent in.
UPDATE attachment SET thread = coalesce(thread, $3) WHERE workspace = $1 AND id = $2;

-- name: attachment_thread
-- The thread in which a file was sent.
SELECT thread FROM attachment WHERE workspace = $1 AND id = $2;

-- name: drop_attachment
-- Forgets a file.
DELETE FROM attachment WHERE workspace = $1 AND id = $2;

-- name: agent_key
-- The key of an agent for its provider, sealed.
SELECT agent, sealed, set_by, set_at FROM agent_key WHERE workspace = $1 AND agent = $2;

-- name: put_agent_key
-- Keeps the key of an agent, or another one in its place.
INSERT INTO agent_key (workspace, agent, sealed, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (workspace, agent) DO UPDATE SET
  sealed = excluded.sealed, set_by = excluded.set_by, set_at = excluded.set_at;

-- name: drop_agent_key
-- Forgets the key of an agent.
DELETE FROM agent_key WHERE workspace = $1 AND agent = $2;

-- name: open_host_session
-- Opens the session of a conversation, or finds the one that is open.
INSERT INTO host_session (workspace, id, person, conversation, opened_at, last_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (workspace, person, conversation) DO UPDATE SET last_at = excluded.last_at
RETURNING id, person, conversation, opened_at, last_at;

-- name: host_session
-- One session of a host.
SELECT id, person, conversation, opened_at, last_at FROM host_session WHERE workspace = $1 AND id = $2;

-- name: host_sessions
-- Sessions of hosts, the last used first.
SELECT id, person, conversation, opened_at, last_at FROM host_session
WHERE workspace = $1 ORDER BY last_at DESC, id DESC LIMIT $2;

-- name: put_host_call
-- Logs a call, or how it ended.
INSERT INTO host_call (workspace, session, id, at, body) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (workspace, session, id) DO UPDATE SET body = excluded.body;

-- name: host_calls
-- The calls of a session, the last first.
SELECT body FROM host_call WHERE workspace = $1 AND session = $2 ORDER BY id DESC LIMIT $3;

-- name: put_host_event
-- Logs what a person did in a widget, and whether the model was told.
INSERT INTO host_event (workspace, session, id, at, told_at, body) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (workspace, session, id) DO UPDATE SET told_at = excluded.told_at, body = excluded.body;

-- name: host_events
-- What was done in the widgets of a session, oldest first: all of it, or what the model was not told.
SELECT body FROM host_event
WHERE workspace = $1 AND session = $2 AND (told_at IS NULL OR NOT $3::boolean) ORDER BY id;

-- name: add_proposal
-- Keeps a proposal.
INSERT INTO proposal (workspace, person, id, panel, row, created_at, body)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (workspace, person, id) DO NOTHING;

-- name: proposal
-- One proposal.
SELECT body FROM proposal WHERE workspace = $1 AND person = $2 AND id = $3;

-- name: lock_proposal
-- The same, locked until it is decided.
SELECT body FROM proposal WHERE workspace = $1 AND person = $2 AND id = $3 FOR UPDATE;

-- name: put_proposal
-- Writes how a proposal stands.
UPDATE proposal SET body = $4 WHERE workspace = $1 AND person = $2 AND id = $3;

-- name: threads_in_old_trash
-- Threads that went to the trash before a moment.
SELECT id FROM thread WHERE workspace = $1 AND deleted_at < $2;

-- name: forget_thread
-- Forgets a thread itself.
DELETE FROM thread WHERE workspace = $1 AND id = $2;

-- name: forget_run_events_of_thread
-- Forgets the events of the runs of a thread.
DELETE FROM run_event WHERE workspace = $1 AND run IN (SELECT id FROM run WHERE workspace = $1 AND thread = $2);

-- name: due_attachments
-- Keys of files that are older.
SELECT '', id FROM attachment WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: forget_old_attachments
-- Forgets them.
DELETE FROM attachment WHERE workspace = $1
AND id IN (SELECT id FROM unnest($2::text[], $3::text[]) AS old (first, id));

-- name: due_host_sessions
-- Keys of sessions that were last used before.
SELECT '', id FROM host_session WHERE workspace = $1 AND last_at < $2 LIMIT $3;

-- name: forget_old_host_sessions
-- Forgets them.
DELETE FROM host_session WHERE workspace = $1 AND id IN (SELECT id FROM unnest($2::text[], $3::text[]) AS old (first, id));

-- name: due_host_calls
-- Keys of calls that are older.
SELECT session, id FROM host_call WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: forget_old_host_calls
-- Forgets them.
DELETE FROM host_call WHERE workspace = $1 AND (session, id) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: due_host_events
-- Keys of events that are older.
SELECT session, id FROM host_event WHERE workspace = $1 AND at < $2 LIMIT $3;

-- name: forget_old_host_events
-- Forgets them.
DELETE FROM host_event WHERE workspace = $1 AND (session, id) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: due_proposals
-- Keys of proposals that are older.
SELECT person, id FROM proposal WHERE workspace = $1 AND created_at < $2 LIMIT $3;

-- name: forget_old_proposals
-- Forgets them.
DELETE FROM proposal WHERE workspace = $1 AND (person, id) IN (SELECT * FROM unnest($2::text[], $3::text[]));

-- name: talk
-- How many threads an agent has that are not deleted, what was said in them, and how often an answer was cut by words.
SELECT count(DISTINCT t.id), count(*) FILTER (WHERE m.body ->> 'kind' = 'said'), count(*) FILTER (WHERE m.body ->> 'kind' = 'sliced')
FROM thread AS t JOIN message AS m ON m.workspace = t.workspace AND m.thread = t.id AND m.attempt IS NULL
WHERE t.workspace = $1 AND ($2::text IS NULL OR t.agent = $2::text) AND t.deleted_at IS NULL;
