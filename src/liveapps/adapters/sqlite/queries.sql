-- name: panel
-- The head of one panel. With BEGIN IMMEDIATE already held, reading it is also locking it.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = :w AND id = :panel;

-- name: panels
-- All heads that are not in the trash, the most recently changed first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = :w AND trashed_at IS NULL ORDER BY updated_at DESC, id;

-- name: panels_in_trash
-- The heads in the trash, the last to go there first.
SELECT id, agent, owner, template, template_version, version, created_at, updated_at, trashed_at
FROM panel WHERE workspace = :w AND trashed_at IS NOT NULL ORDER BY trashed_at DESC, id;

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

-- name: touch_panel
-- Only what every write changes in a head.
UPDATE panel SET version = :version, updated_at = :updated_at WHERE workspace = :w AND id = :id;

-- name: free_key
-- Lets go of a key that a row is about to change, so that two rows may exchange theirs.
UPDATE panel_row SET match_key = NULL
WHERE workspace = :w AND panel = :panel AND id = :row AND match_key IS NOT :match_key;

-- name: put_row
-- Inserts a row, or writes it anew.
INSERT INTO panel_row (workspace, panel, id,
  collection, match_key, stage, owner, private, position, unconfirmed_since, trashed_at, version, text_1, text_2,
  text_3, text_4, text_5, text_6, text_7, text_8, number_1, number_2, number_3, number_4, number_5, number_6,
  number_7, number_8, other_keys, body, kept)
VALUES (:w, :panel, :id,
  :collection, :match_key, :stage, :owner, :private, :position, :unconfirmed_since, :trashed_at, :version, :text_1,
  :text_2, :text_3, :text_4, :text_5, :text_6, :text_7, :text_8, :number_1, :number_2, :number_3, :number_4,
  :number_5, :number_6, :number_7, :number_8, :other_keys, :body, :kept)
ON CONFLICT (workspace, panel, id) DO UPDATE SET
  match_key = excluded.match_key, stage = excluded.stage, owner = excluded.owner, private = excluded.private, position
  = excluded.position, unconfirmed_since = excluded.unconfirmed_since, trashed_at = excluded.trashed_at, version =
  excluded.version, text_1 = excluded.text_1, text_2 = excluded.text_2, text_3 = excluded.text_3, text_4 =
  excluded.text_4, text_5 = excluded.text_5, text_6 = excluded.text_6, text_7 = excluded.text_7, text_8 =
  excluded.text_8, number_1 = excluded.number_1, number_2 = excluded.number_2, number_3 = excluded.number_3, number_4
  = excluded.number_4, number_5 = excluded.number_5, number_6 = excluded.number_6, number_7 = excluded.number_7,
  number_8 = excluded.number_8, other_keys = excluded.other_keys, body = excluded.body, kept = excluded.kept;

-- name: place_row
-- Writes a row anew whose values and key are as before.
UPDATE panel_row SET stage = :stage, owner = :owner, private = :private, position = :position,
  unconfirmed_since = :unconfirmed_since, trashed_at = :trashed_at, version = :version, body = :body, kept = :kept
WHERE workspace = :w AND panel = :panel AND id = :id;

-- name: put_row_keys
-- Writes what a row is compared by anew.
UPDATE panel_row SET
  text_1 = :text_1, text_2 = :text_2, text_3 = :text_3, text_4 = :text_4, text_5 = :text_5, text_6 = :text_6, text_7 =
  :text_7, text_8 = :text_8, number_1 = :number_1, number_2 = :number_2, number_3 = :number_3, number_4 = :number_4,
  number_5 = :number_5, number_6 = :number_6, number_7 = :number_7, number_8 = :number_8, other_keys = :other_keys
WHERE workspace = :w AND panel = :panel AND id = :id;

-- name: count_rows
-- How many rows a collection has, the trash left out: what the limit counts.
SELECT count(*) FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection AND trashed_at IS NULL;

-- name: count_rows_in_trash
-- How many rows of a collection a reader sees in the trash.
SELECT count(*) FROM panel_row
WHERE workspace = :w AND panel = :panel AND collection = :collection AND trashed_at IS NOT NULL
  AND (private = 0 OR :everything OR owner = :owner);

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
SELECT row, collection, version, before FROM row_version INDEXED BY ix_row_version_workspace_panel_version
WHERE workspace = :w AND panel = :panel AND version = :version;

-- name: row_history
-- What happened to one row after a version, newest first, each with the version that did it.
SELECT v.version, v.kind, v.origin, v.targets, v.row_count, r.collection, r.before
FROM row_version AS r
JOIN panel_version AS v ON v.workspace = r.workspace AND v.panel = r.panel AND v.version = r.version
WHERE r.workspace = :w AND r.panel = :panel AND r.row = :row AND r.version > :after
ORDER BY r.version DESC;

-- name: add_annotation
-- Appends one annotation. Nothing updates this table, and only a row that is forgotten for good takes from it.
INSERT INTO annotation (workspace, panel, row, id, text, by, at) VALUES (:w, :panel, :row, :id, :text, :by, :at);

-- name: annotations
-- The annotations of a row, oldest first.
SELECT id, row, text, by, at FROM annotation
WHERE workspace = :w AND panel = :panel AND row = :row ORDER BY id;

-- name: add_notice
-- Tells a person something.
INSERT INTO notice (workspace, person, id, panel, row, text, alert, by, at, read_at)
VALUES (:w, :person, :id, :panel, :row, :text, :alert, :by, :at, :read_at);

-- name: notices
-- What a person was told, newest first.
SELECT id, person, panel, row, text, alert, by, at, read_at FROM notice
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
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = :w AND id = :id;

-- name: person_by_login
-- One person, by the name they sign in with.
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = :w AND login = :login;

-- name: person_of_session
-- Whose session it is, and when it ends.
SELECT p.id, p.login, p.name, p.role, p.teams, p.locale, p.email, s.expires_at FROM session AS s
JOIN person AS p ON p.workspace = s.workspace AND p.id = s.person
WHERE s.workspace = :w AND s.token_hash = :token_hash;

-- name: person_of_token
-- Whose API token it is.
SELECT p.id, p.login, p.name, p.role, p.teams, p.locale, p.email, p.password_hash FROM api_token AS t
JOIN person AS p ON p.workspace = t.workspace AND p.id = t.person
WHERE t.workspace = :w AND t.token_hash = :token_hash;

-- name: people
-- Everyone who can sign in.
SELECT id, login, name, role, teams, locale, email, password_hash FROM person WHERE workspace = :w ORDER BY name, id;

-- name: put_person
-- Inserts a person, or writes them anew; a password that is not given stays.
INSERT INTO person (workspace, id, login, name, role, teams, locale, email, password_hash)
VALUES (:w, :id, :login, :name, :role, :teams, :locale, :email, :password_hash)
ON CONFLICT (workspace, id) DO UPDATE SET
  login = excluded.login, name = excluded.name, role = excluded.role, teams = excluded.teams,
  locale = excluded.locale, email = excluded.email,
  password_hash = coalesce(excluded.password_hash, person.password_hash);

-- name: add_session
-- Opens a session.
INSERT INTO session (workspace, token_hash, person, created_at, expires_at)
VALUES (:w, :token_hash, :person, :created_at, :expires_at);

-- name: drop_session
-- Closes a session.
DELETE FROM session WHERE workspace = :w AND token_hash = :token_hash;

-- name: add_token
-- Keeps a new API token, by its hash.
INSERT INTO api_token (workspace, id, token_hash, person, name, created_at)
VALUES (:w, :id, :token_hash, :person, :name, :created_at);

-- name: tokens
-- The API tokens of a person.
SELECT id, person, name, created_at FROM api_token WHERE workspace = :w AND person = :person ORDER BY id;

-- name: drop_token
-- Revokes an API token.
DELETE FROM api_token WHERE workspace = :w AND id = :id;

-- name: thread
-- One thread.
SELECT id, agent, owner, title, created_at, updated_at, pinned, seen, deleted_at
FROM thread WHERE workspace = :w AND id = :id;

-- name: threads
-- The threads of a person that have all the words, in the title or in one message, with how each stands; pinned ones
-- first, then those last changed.
SELECT * FROM (
  SELECT t.id, t.agent, t.owner, t.title, t.created_at, t.updated_at, t.pinned, t.seen, t.deleted_at,
    (SELECT r.status FROM run AS r WHERE r.workspace = :w AND r.thread = t.id
     ORDER BY r.status = 'running' DESC, r.started_at DESC, r.id DESC LIMIT 1) AS run,
    EXISTS (SELECT 1 FROM message AS m WHERE m.workspace = :w AND m.thread = t.id AND m.seq > t.seen
            AND m.attempt IS NULL AND m.body ->> '$.kind' NOT IN ('said', 'sliced')) AS unread,
    CASE WHEN json_array_length(:terms) > 0 THEN (
      SELECT json_array(m.id, m.thread, m.seq, m.run, m.at, json(m.body)) FROM message AS m
      WHERE m.workspace = :w AND m.thread = t.id AND m.attempt IS NULL AND m.words IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM json_each(:terms) AS term WHERE instr(m.words, term.value) = 0)
      ORDER BY m.seq DESC LIMIT 1) END AS found,
    NOT EXISTS (SELECT 1 FROM json_each(:terms) AS term WHERE instr(t.words, term.value) = 0) AS titled
  FROM thread AS t WHERE t.workspace = :w AND t.owner = :owner AND t.deleted_at IS NULL
) WHERE titled OR found IS NOT NULL ORDER BY pinned DESC, updated_at DESC, id DESC LIMIT :limit;

-- name: put_thread
-- Inserts a thread, or writes it anew.
INSERT INTO thread (workspace, id, agent, owner, title, created_at, updated_at, pinned, seen, deleted_at, words)
VALUES (:w, :id, :agent, :owner, :title, :created_at, :updated_at, :pinned, :seen, :deleted_at, :words)
ON CONFLICT (workspace, id) DO UPDATE SET
  title = excluded.title, updated_at = excluded.updated_at, pinned = excluded.pinned, seen = excluded.seen,
  deleted_at = excluded.deleted_at, words = excluded.words;

-- name: next_seq
-- The place of the next message of a thread.
SELECT coalesce(max(seq), 0) + 1 FROM message WHERE workspace = :w AND thread = :thread;

-- name: put_message
-- Inserts a message, or writes its body anew.
INSERT INTO message (workspace, thread, id, seq, run, at, body, words)
VALUES (:w, :thread, :id, :seq, :run, :at, :body, :words)
ON CONFLICT (workspace, thread, id) DO UPDATE SET body = excluded.body, words = excluded.words;

-- name: messages
-- The messages of a thread in their order, without those of earlier attempts.
SELECT id, thread, seq, run, at, body FROM message
WHERE workspace = :w AND thread = :thread AND attempt IS NULL ORDER BY seq;

-- name: run
-- One run.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = :w AND id = :id;

-- name: running
-- The runs that have not ended.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = :w AND status = 'running';

-- name: running_of
-- The run that is answering in a thread.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = :w AND thread = :thread AND status = 'running';

-- name: put_run
-- Inserts a run, or writes its state anew.
INSERT INTO run (workspace, id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage)
VALUES (:w, :id, :thread, :agent, :status, :started_at, :ended_at, :error, :alive_until, :stop_asked, :trace, :usage)
ON CONFLICT (workspace, id) DO UPDATE SET
  status = excluded.status, ended_at = excluded.ended_at, error = excluded.error, alive_until = excluded.alive_until,
  stop_asked = excluded.stop_asked, trace = excluded.trace, usage = excluded.usage;

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
SELECT body FROM answer WHERE workspace = :w AND thread = :thread AND attempt IS NULL ORDER BY id;

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
INSERT INTO reading (workspace, id, run, panel, tool, at, open_since, body)
VALUES (:w, :id, :run, :panel, :tool, :at, :open_since, :body)
ON CONFLICT (workspace, id) DO UPDATE SET open_since = excluded.open_since, body = excluded.body;

-- name: open_readings
-- The calls that had begun by a moment and have not ended.
SELECT body FROM reading INDEXED BY ix_reading_workspace_open_since
WHERE workspace = :w AND open_since <= :by ORDER BY open_since, id;

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

-- name: put_job
-- Adds a job. One that waits under its key is moved to the new time instead; says which of the two it is.
INSERT INTO job (workspace, id, kind, task, key, waiting_key, status, run_at, attempts, holder, lease_until, error,
  created_at, ended_at)
VALUES (:w, :id, :kind, :task, :key, :waiting_key, :status, :run_at, :attempts, :holder, :lease_until, :error,
  :created_at, :ended_at)
ON CONFLICT (workspace, waiting_key) DO UPDATE SET
  run_at = excluded.run_at, attempts = excluded.attempts, error = excluded.error
RETURNING id;

-- name: drop_job
-- Takes back the job that waits under a key.
DELETE FROM job WHERE workspace = :w AND waiting_key = :key;

-- name: claim_jobs
-- Takes the jobs that are due, oldest first, and those whose holder let the lease run out. The index is named, here
-- and below, for without statistics SQLite looks through all jobs that ever were.
UPDATE job SET status = 'running', waiting_key = NULL, holder = :holder, lease_until = :lease_until,
  attempts = attempts + 1
WHERE workspace = :w AND id IN (
  SELECT id FROM job INDEXED BY ix_job_workspace_status_run_at
  WHERE workspace = :w AND status IN ('waiting', 'running')
    AND CASE status WHEN 'waiting' THEN run_at ELSE lease_until END <= :now
  ORDER BY run_at, id LIMIT :limit)
RETURNING id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at;

-- name: extend_lease
-- Lets a job stay with its holder; says which, if it is still theirs.
UPDATE job SET lease_until = :lease_until
WHERE workspace = :w AND id = :id AND holder = :holder AND status = 'running'
RETURNING id;

-- name: take_out_job
-- Takes a job out, to be put back as it ended; says which, if it is still its holder's.
DELETE FROM job WHERE workspace = :w AND id = :id AND holder = :holder AND status = 'running' RETURNING id;

-- name: take_out_dead_job
-- Takes a dead job out, to be put back as new.
DELETE FROM job WHERE workspace = :w AND id = :id AND status = 'dead'
RETURNING id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at;

-- name: job
-- One job.
SELECT id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at FROM job
WHERE workspace = :w AND id = :id;

-- name: jobs
-- The jobs, newest first, all or those with one status.
SELECT id, task, key, status, run_at, attempts, holder, lease_until, error, created_at, ended_at FROM job
WHERE workspace = :w AND (:status IS NULL OR status = :status) ORDER BY id DESC LIMIT :limit;

-- name: next_job_at
-- When the first of the waiting jobs is due, or the first of the leases ends.
SELECT min(at) FROM (
  SELECT min(run_at) AS at FROM job WHERE workspace = :w AND status = 'waiting'
  UNION ALL
  SELECT min(lease_until) FROM job INDEXED BY ix_job_workspace_status_run_at
  WHERE workspace = :w AND status = 'running');

-- name: due_times
-- When the jobs that wait under some keys are due.
SELECT waiting_key, run_at FROM job INDEXED BY ix_job_workspace_waiting_key
WHERE workspace = :w AND waiting_key IN (SELECT value FROM json_each(:keys));

-- name: forget_jobs
-- Forgets the jobs that ended before a moment.
DELETE FROM job WHERE workspace = :w AND ended_at < :before;

-- name: take_lease
-- Takes a lease that is free, has run out or is the holder's already; says whose it is then.
INSERT INTO lease (workspace, name, holder, until) VALUES (:w, :name, :holder, :until)
ON CONFLICT (workspace, name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE lease.holder = excluded.holder OR lease.until <= :now
RETURNING holder;

-- name: drop_lease
-- Lets go of a lease.
DELETE FROM lease WHERE workspace = :w AND name = :name AND holder = :holder;

-- name: alert_states
-- How the alerts of a panel stand.
SELECT state FROM alert_state WHERE workspace = :w AND panel = :panel ORDER BY alert;

-- name: firing_alerts
-- How many alerts fire, by panel.
SELECT panel, count(*) FROM alert_state
WHERE workspace = :w AND json_extract(state, '$.status') IN (SELECT value FROM json_each(:statuses)) GROUP BY panel;

-- name: put_alert_state
-- Writes how an alert stands.
INSERT INTO alert_state (workspace, panel, alert, state) VALUES (:w, :panel, :alert, :state)
ON CONFLICT (workspace, panel, alert) DO UPDATE SET state = excluded.state;

-- name: drop_alert_state
-- Forgets how an alert stood.
DELETE FROM alert_state WHERE workspace = :w AND panel = :panel AND alert = :alert;

-- name: followers
-- Who follows an alert, or all those of a panel.
SELECT alert, person, by_email FROM alert_follower
WHERE workspace = :w AND panel = :panel AND (:alert IS NULL OR alert = :alert) ORDER BY alert, person;

-- name: put_follower
-- Lets a person follow an alert, or changes how they are told.
INSERT INTO alert_follower (workspace, panel, alert, person, by_email)
VALUES (:w, :panel, :alert, :person, :by_email)
ON CONFLICT (workspace, panel, alert, person) DO UPDATE SET by_email = excluded.by_email;

-- name: drop_follower
-- A person follows an alert no more.
DELETE FROM alert_follower WHERE workspace = :w AND panel = :panel AND alert = :alert AND person = :person;

-- name: drop_followers
-- Nobody follows an alert any more.
DELETE FROM alert_follower WHERE workspace = :w AND panel = :panel AND alert = :alert;

-- name: oldest_version
-- The first version of a panel that is kept.
SELECT min(version) FROM panel_version WHERE workspace = :w AND panel = :panel;

-- name: due_deliveries
-- Deliveries that came before a moment.
SELECT endpoint, id FROM delivery WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: due_readings
-- Readings made before a moment.
SELECT '', id FROM reading WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: due_receipts
-- Receipts kept since before a moment.
SELECT scope, key FROM idempotency WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: due_notices
-- What people were told before a moment.
SELECT person, id FROM notice WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: forget_old_deliveries
-- Forgets some deliveries.
DELETE FROM delivery WHERE workspace = :w AND (endpoint, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: forget_old_readings
-- Forgets some readings.
DELETE FROM reading WHERE workspace = :w AND id IN (SELECT value ->> 1 FROM json_each(:keys));

-- name: forget_old_receipts
-- Forgets some receipts.
DELETE FROM idempotency WHERE workspace = :w AND (scope, key) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: forget_old_notices
-- Forgets some notices.
DELETE FROM notice WHERE workspace = :w AND (person, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: panels_with_old_versions
-- Panels whose first version is before a moment and not the newest, or of whose forgotten versions something is left.
SELECT id FROM panel AS p WHERE p.workspace = :w AND (
  (SELECT v.origin ->> '$.at' FROM panel_version AS v
   WHERE v.workspace = :w AND v.panel = p.id AND v.version < p.version ORDER BY v.version LIMIT 1) < :before
  OR EXISTS (SELECT 1 FROM row_version AS r WHERE r.workspace = :w AND r.panel = p.id AND r.version < (
    SELECT min(v.version) FROM panel_version AS v WHERE v.workspace = :w AND v.panel = p.id)));

-- name: forget_versions
-- Forgets the first versions of a panel, up to one that is younger, but never the newest.
WITH first AS (
  SELECT version, origin ->> '$.at' AS at FROM panel_version
  WHERE workspace = :w AND panel = :panel ORDER BY version LIMIT :limit)
DELETE FROM panel_version
WHERE workspace = :w AND panel = :panel AND version < :newest AND version IN (SELECT version FROM first)
  AND version < (SELECT coalesce(min(version), :newest) FROM first WHERE at >= :before)
RETURNING version;

-- name: forget_row_versions
-- Forgets some of what forgotten versions changed in rows.
DELETE FROM row_version
WHERE workspace = :w AND panel = :panel AND (row, version) IN (
  SELECT row, version FROM row_version
  WHERE workspace = :w AND panel = :panel AND version < (
    SELECT min(version) FROM panel_version WHERE workspace = :w AND panel = :panel)
  LIMIT :limit)
RETURNING version;

-- name: old_trash
-- Rows that stand in the trash since before a moment.
SELECT panel, id FROM panel_row WHERE workspace = :w AND trashed_at < :before LIMIT :limit;

-- name: still_in_trash
-- Those of some rows that stand in the trash since before a moment.
SELECT id FROM panel_row
WHERE workspace = :w AND panel = :panel AND trashed_at < :before AND id IN (SELECT value FROM json_each(:rows));

-- name: uncount_rows
-- Versions no longer count rows that are about to be forgotten.
UPDATE panel_version SET row_count = row_count - gone.rows
FROM (SELECT version, count(*) AS rows FROM row_version
      WHERE workspace = :w AND panel = :panel AND row IN (SELECT value FROM json_each(:rows)) GROUP BY version) AS gone
WHERE panel_version.workspace = :w AND panel_version.panel = :panel AND panel_version.version = gone.version;

-- name: drop_empty_versions
-- Forgets the versions that changed nothing but such rows.
DELETE FROM panel_version
WHERE workspace = :w AND panel = :panel AND row_count = 0 AND states = '[]' AND template IS NULL AND version IN (
  SELECT version FROM row_version
  WHERE workspace = :w AND panel = :panel AND row IN (SELECT value FROM json_each(:rows)));

-- name: drop_rows
-- Forgets rows for good.
DELETE FROM panel_row WHERE workspace = :w AND panel = :panel AND id IN (SELECT value FROM json_each(:rows));

-- name: panels_in_old_trash
-- Panels that stand in the trash since before a moment.
SELECT id FROM panel WHERE workspace = :w AND trashed_at < :before;

-- name: forget_head
-- Forgets the head of a panel that stands in the trash since before a moment.
DELETE FROM panel WHERE workspace = :w AND id = :panel AND trashed_at < :before RETURNING id;

-- name: headless_panels
-- Panels that have versions and no head, found by going from one panel to the next.
WITH RECURSIVE found (panel) AS (
  SELECT min(panel) FROM panel_version WHERE workspace = :w
  UNION ALL
  SELECT (SELECT min(v.panel) FROM panel_version AS v WHERE v.workspace = :w AND v.panel > found.panel)
  FROM found WHERE found.panel IS NOT NULL)
SELECT panel FROM found
WHERE panel IS NOT NULL AND NOT EXISTS (SELECT 1 FROM panel AS p WHERE p.workspace = :w AND p.id = found.panel);

-- name: forget_jobs_of_panel
-- Takes back the jobs about a panel, but for those under way.
DELETE FROM job WHERE workspace = :w AND status <> 'running' AND task ->> '$.panel' = :panel RETURNING id;

-- name: forget_deliveries_of_panel
-- Forgets some of what came to the endpoints of a panel.
DELETE FROM delivery WHERE workspace = :w AND (endpoint, id) IN (
  SELECT d.endpoint, d.id FROM delivery AS d
  JOIN endpoint AS e ON e.workspace = d.workspace AND e.id = d.endpoint
  WHERE e.workspace = :w AND e.panel = :panel LIMIT :limit)
RETURNING id;

-- name: set_aside
-- Puts the messages from one on into an earlier attempt of the thread; which, and the answers they show.
UPDATE message SET attempt = (
  SELECT coalesce(max(m.attempt), 0) + 1 FROM message AS m WHERE m.workspace = :w AND m.thread = :thread)
WHERE workspace = :w AND thread = :thread AND seq >= :seq AND attempt IS NULL
RETURNING attempt, body ->> '$.answer';

-- name: set_aside_answers
-- Puts answers into an earlier attempt.
UPDATE answer SET attempt = :attempt
WHERE workspace = :w AND thread = :thread AND id IN (SELECT value FROM json_each(:ids)) AND attempt IS NULL;

-- name: messages_set_aside
-- The messages of earlier attempts, in their order.
SELECT attempt, id, thread, seq, run, at, body FROM message
WHERE workspace = :w AND thread = :thread AND attempt IS NOT NULL ORDER BY seq;

-- name: answers_set_aside
-- The answers of an earlier attempt.
SELECT body FROM answer WHERE workspace = :w AND thread = :thread AND attempt = :attempt ORDER BY id;

-- name: recent_runs
-- Runs, the last begun first.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = :w ORDER BY started_at DESC, id DESC LIMIT :limit;

-- name: recent_runs_of
-- Runs of one agent, the last begun first.
SELECT id, thread, agent, status, started_at, ended_at, error, alive_until, stop_asked, trace, usage
FROM run WHERE workspace = :w AND agent = :agent ORDER BY started_at DESC, id DESC LIMIT :limit;

-- name: keep_alive
-- Says that the server which works on some runs still lives.
UPDATE run SET alive_until = :until
WHERE workspace = :w AND id IN (SELECT value FROM json_each(:runs)) AND status = 'running';

-- name: ask_stop
-- Asks whichever server works on a run to stop it.
UPDATE run SET stop_asked = 1 WHERE workspace = :w AND id = :id AND status = 'running';

-- name: still_to_do
-- Which of some runs still go on, and whether each is asked to stop.
SELECT id, stop_asked FROM run
WHERE workspace = :w AND id IN (SELECT value FROM json_each(:runs)) AND status = 'running';

-- name: add_run_events
-- Appends events after the last one that its writer knows of, as long as the run goes on.
INSERT INTO run_event (workspace, run, seq, event)
SELECT :w, :run, :after + 1 + event.key, event.value FROM json_each(:events) AS event
WHERE EXISTS (SELECT 1 FROM run WHERE workspace = :w AND id = :run AND status = 'running')
RETURNING seq;

-- name: approval
-- One approval.
SELECT body FROM approval WHERE workspace = :w AND id = :id;

-- name: approvals
-- The approvals of a thread, oldest first.
SELECT body FROM approval WHERE workspace = :w AND thread = :thread ORDER BY id;

-- name: put_approval
-- Writes an approval, or how it stands by now.
INSERT INTO approval (workspace, id, thread, body) VALUES (:w, :id, :thread, :body)
ON CONFLICT (workspace, id) DO UPDATE SET body = excluded.body;

-- name: put_attachment
-- Keeps a file.
INSERT INTO attachment (workspace, id, owner, size, at, about, read, content)
VALUES (:w, :id, :owner, :size, :at, :about, :read, :content);

-- name: attachment
-- What is known of a file.
SELECT about FROM attachment WHERE workspace = :w AND id = :id;

-- name: attachment_read
-- What was read in a file.
SELECT read FROM attachment WHERE workspace = :w AND id = :id;

-- name: attachment_content
-- The bytes of a file.
SELECT content FROM attachment WHERE workspace = :w AND id = :id;

-- name: bytes_of
-- How many bytes the files of a person take up.
SELECT coalesce(sum(size), 0) FROM attachment WHERE workspace = :w AND owner = :owner;

-- name: send_attachment
-- A file belongs to the thread it was first sent in.
UPDATE attachment SET thread = coalesce(thread, :thread) WHERE workspace = :w AND id = :id;

-- name: attachment_thread
-- The thread in which a file was sent.
SELECT thread FROM attachment WHERE workspace = :w AND id = :id;

-- name: drop_attachment
-- Forgets a file.
DELETE FROM attachment WHERE workspace = :w AND id = :id;

-- name: agent_key
-- The key of an agent for its provider, sealed.
SELECT agent, sealed, set_by, set_at FROM agent_key WHERE workspace = :w AND agent = :agent;

-- name: put_agent_key
-- Keeps the key of an agent, or another one in its place.
INSERT INTO agent_key (workspace, agent, sealed, set_by, set_at) VALUES (:w, :agent, :sealed, :set_by, :set_at)
ON CONFLICT (workspace, agent) DO UPDATE SET
  sealed = excluded.sealed, set_by = excluded.set_by, set_at = excluded.set_at;

-- name: drop_agent_key
-- Forgets the key of an agent.
DELETE FROM agent_key WHERE workspace = :w AND agent = :agent;

-- name: open_host_session
-- Opens the session of a conversation, or finds the one that is open.
INSERT INTO host_session (workspace, id, person, conversation, opened_at, last_at)
VALUES (:w, :id, :person, :conversation, :opened_at, :last_at)
ON CONFLICT (workspace, person, conversation) DO UPDATE SET last_at = excluded.last_at
RETURNING id, person, conversation, opened_at, last_at;

-- name: host_session
-- One session of a host.
SELECT id, person, conversation, opened_at, last_at FROM host_session WHERE workspace = :w AND id = :session;

-- name: host_sessions
-- Sessions of hosts, the last used first.
SELECT id, person, conversation, opened_at, last_at FROM host_session
WHERE workspace = :w ORDER BY last_at DESC, id DESC LIMIT :limit;

-- name: put_host_call
-- Logs a call, or how it ended.
INSERT INTO host_call (workspace, session, id, at, body) VALUES (:w, :session, :id, :at, :body)
ON CONFLICT (workspace, session, id) DO UPDATE SET body = excluded.body;

-- name: host_calls
-- The calls of a session, the last first.
SELECT body FROM host_call WHERE workspace = :w AND session = :session ORDER BY id DESC LIMIT :limit;

-- name: put_host_event
-- Logs what a person did in a widget, and whether the model was told.
INSERT INTO host_event (workspace, session, id, at, told_at, body) VALUES (:w, :session, :id, :at, :told_at, :body)
ON CONFLICT (workspace, session, id) DO UPDATE SET told_at = excluded.told_at, body = excluded.body;

-- name: host_events
-- What was done in the widgets of a session, oldest first: all of it, or what the model was not told.
SELECT body FROM host_event
WHERE workspace = :w AND session = :session AND (told_at IS NULL OR NOT :untold) ORDER BY id;

-- name: add_proposal
-- Keeps a proposal.
INSERT INTO proposal (workspace, person, id, panel, row, created_at, body)
VALUES (:w, :person, :id, :panel, :row, :created_at, :body)
ON CONFLICT (workspace, person, id) DO NOTHING;

-- name: proposal
-- One proposal.
SELECT body FROM proposal WHERE workspace = :w AND person = :person AND id = :id;

-- name: put_proposal
-- Writes how a proposal stands.
UPDATE proposal SET body = :body WHERE workspace = :w AND person = :person AND id = :id;

-- name: threads_in_old_trash
-- Threads that went to the trash before a moment.
SELECT id FROM thread WHERE workspace = :w AND deleted_at < :before;

-- name: forget_thread
-- Forgets a thread itself.
DELETE FROM thread WHERE workspace = :w AND id = :thread;

-- name: forget_run_events_of_thread
-- Forgets the events of the runs of a thread.
DELETE FROM run_event WHERE workspace = :w
AND run IN (SELECT id FROM run WHERE workspace = :w AND thread = :thread);

-- name: due_attachments
-- Keys of files that are older.
SELECT '', id FROM attachment WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: forget_old_attachments
-- Forgets them.
DELETE FROM attachment WHERE workspace = :w AND id IN (SELECT value ->> 1 FROM json_each(:keys));

-- name: due_host_sessions
-- Keys of sessions that were last used before.
SELECT '', id FROM host_session WHERE workspace = :w AND last_at < :before LIMIT :limit;

-- name: forget_old_host_sessions
-- Forgets them.
DELETE FROM host_session WHERE workspace = :w AND id IN (SELECT value ->> 1 FROM json_each(:keys));

-- name: due_host_calls
-- Keys of calls that are older.
SELECT session, id FROM host_call WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: forget_old_host_calls
-- Forgets them.
DELETE FROM host_call WHERE workspace = :w AND (session, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: due_host_events
-- Keys of events that are older.
SELECT session, id FROM host_event WHERE workspace = :w AND at < :before LIMIT :limit;

-- name: forget_old_host_events
-- Forgets them.
DELETE FROM host_event WHERE workspace = :w AND (session, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: due_proposals
-- Keys of proposals that are older.
SELECT person, id FROM proposal WHERE workspace = :w AND created_at < :before LIMIT :limit;

-- name: forget_old_proposals
-- Forgets them.
DELETE FROM proposal WHERE workspace = :w AND (person, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:keys));

-- name: talk
-- How many threads an agent has that are not deleted, what was said in them, and how often an answer was cut by words.
SELECT count(DISTINCT t.id), count(*) FILTER (WHERE m.body ->> '$.kind' = 'said'), count(*) FILTER (WHERE m.body ->> '$.kind' = 'sliced')
FROM thread AS t JOIN message AS m ON m.workspace = t.workspace AND m.thread = t.id AND m.attempt IS NULL
WHERE t.workspace = :w AND (:agent IS NULL OR t.agent = :agent) AND t.deleted_at IS NULL;
