-- Writes of a learner's progress, so that a tick is one statement (docs/decisions/0050). They run with the rights of their
-- caller. Each statement inside sees what was committed before it began, which one long statement would not: what
-- waited for a lock reads everything else as it is by then.

-- One change of a record on a resource: event, record, audit entry. The learner's sums are locked. Outcomes: WRITTEN;
-- UNCHANGED, which leaves no event; REPEATED, for a key that an event with this change carries; KEY_REUSED; NOTE_CHANGED.
-- The rule of the record is that of progress-state.ts.
CREATE FUNCTION record_change(
  of_user text, on_resource text, in_section text, in_league text, change_kind text, new_note text, new_seconds integer,
  restored_completed timestamptz, restored_marked timestamptz, undone_event bigint,
  event_key text, covers_section boolean, checks_note boolean, seen_note text,
  new_id text, from_address text, from_request text,
  OUT outcome text, OUT is_completion_changed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  was resource_progress;
  becomes resource_progress;
  earlier progress_events;
  -- Taken after the lock, so that moments stand in the order of the events.
  happened timestamptz(3) := clock_timestamp();
BEGIN
  SELECT * INTO was FROM resource_progress WHERE user_id = of_user AND resource_id = on_resource;
  becomes := was;
  IF change_kind = 'RESET' THEN
    becomes.completed_at := NULL;
    becomes.marked_for_revision_at := NULL;
    becomes.time_spent_seconds := NULL;
  ELSIF change_kind = 'RESTORED' THEN
    becomes.completed_at := restored_completed;
    becomes.marked_for_revision_at := restored_marked;
    becomes.personal_note := new_note;
    becomes.time_spent_seconds := new_seconds;
  ELSIF change_kind = 'UNMARKED' THEN
    becomes.marked_for_revision_at := NULL;
  ELSE
    becomes.personal_note := coalesce(new_note, was.personal_note);
    IF change_kind = 'MARKED_FOR_REVISION' THEN
      becomes.marked_for_revision_at := coalesce(was.marked_for_revision_at, happened);
    ELSIF change_kind = 'COMPLETED' THEN
      becomes.completed_at := coalesce(was.completed_at, happened);
      becomes.time_spent_seconds := coalesce(new_seconds, was.time_spent_seconds);
    END IF;
  END IF;
  is_completion_changed := (was.completed_at IS NULL) <> (becomes.completed_at IS NULL);
  IF (becomes.completed_at, becomes.marked_for_revision_at, becomes.personal_note, becomes.time_spent_seconds)
    IS NOT DISTINCT FROM (was.completed_at, was.marked_for_revision_at, was.personal_note, was.time_spent_seconds) THEN
    outcome := 'UNCHANGED';
    RETURN;
  END IF;
  IF event_key IS NOT NULL THEN
    SELECT * INTO earlier FROM progress_events WHERE user_id = of_user AND idempotency_key = event_key;
    IF FOUND THEN
      outcome := CASE WHEN (earlier.kind, earlier.personal_note, earlier.time_spent_seconds)
          IS NOT DISTINCT FROM (change_kind, new_note, new_seconds)
        AND CASE WHEN covers_section THEN earlier.section_id = in_section ELSE earlier.resource_id = on_resource END
        THEN 'REPEATED' ELSE 'KEY_REUSED' END;
      RETURN;
    END IF;
  END IF;
  -- What was written elsewhere meanwhile is never overwritten unseen; the very same words are no conflict.
  IF checks_note AND was.personal_note IS NOT NULL AND was.personal_note <> new_note
    AND was.personal_note IS DISTINCT FROM seen_note THEN
    outcome := 'NOTE_CHANGED';
    RETURN;
  END IF;
  INSERT INTO progress_events (user_id, resource_id, section_id, league_id, kind, personal_note, time_spent_seconds,
      restored_completed_at, restored_marked_at, undoes_id, idempotency_key, occurred_at)
    VALUES (of_user, on_resource, in_section, in_league, change_kind, new_note, new_seconds,
      restored_completed, restored_marked, undone_event, event_key, happened);
  INSERT INTO resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    VALUES (new_id, of_user, on_resource, becomes.completed_at, becomes.marked_for_revision_at, becomes.personal_note,
      becomes.time_spent_seconds, happened, happened)
    ON CONFLICT (user_id, resource_id) DO UPDATE SET completed_at = excluded.completed_at,
      marked_for_revision_at = excluded.marked_for_revision_at, personal_note = excluded.personal_note,
      time_spent_seconds = excluded.time_spent_seconds, updated_at = excluded.updated_at;
  IF change_kind IN ('COMPLETED', 'MARKED_FOR_REVISION') THEN
    INSERT INTO audit_log (actor_id, target_user_id, action, metadata, ip_address, request_id)
      SELECT of_user, of_user, 'RESOURCE_' || change_kind,
        '{"resourceId":' || to_json(r.id) || ',"leagueId":' || to_json(l.id)
          || ',"names":' || json_build_object(l.id, l.name, r.id, r.title) || '}', from_address, from_request
      FROM resources r, leagues l WHERE r.id = on_resource AND l.id = in_league;
  END IF;
  outcome := 'WRITTEN';
END $$;
--> statement-breakpoint
-- Works out section, league and learner anew from the records below; never by adding one. Says whether a section
-- that `rewards` completed leaves its league complete.
CREATE FUNCTION sum_up_progress(
  of_user text, in_section text, in_league text, rewards boolean, from_address text, from_request text,
  OUT is_league_complete boolean
) LANGUAGE plpgsql AS $$
DECLARE
  done bigint;
  done_sections bigint;
  done_weeks bigint;
  done_at timestamptz;
  last_resource text;
  is_section_complete boolean;
BEGIN
  SELECT count(*), max(rp.completed_at) INTO done, done_at
    FROM resources r JOIN resource_progress rp ON rp.resource_id = r.id AND rp.user_id = of_user
    WHERE r.section_id = in_section AND rp.completed_at IS NOT NULL;
  INSERT INTO section_progress AS sp (user_id, section_id, completed_resources, completed_at)
    SELECT of_user, s.id, done, CASE WHEN s.resources_count = done THEN done_at END FROM sections s WHERE s.id = in_section
    ON CONFLICT (user_id, section_id) DO UPDATE SET
      completed_resources = excluded.completed_resources, completed_at = excluded.completed_at, updated_at = now()
    WHERE (sp.completed_resources, sp.completed_at)
      IS DISTINCT FROM (excluded.completed_resources, excluded.completed_at)
    RETURNING sp.completed_at IS NOT NULL INTO is_section_complete;

  SELECT sum(resources), sum(sections), count(*) FILTER (WHERE sections = size) INTO done, done_sections, done_weeks
    FROM (
      SELECT sum(sp.completed_resources) AS resources, count(sp.completed_at) AS sections, count(*) AS size
      FROM weeks w JOIN sections s ON s.week_id = w.id
        LEFT JOIN section_progress sp ON sp.section_id = s.id AND sp.user_id = of_user
      WHERE w.league_id = in_league GROUP BY w.id
    ) by_week;
  done_at := NULL;
  SELECT rp.completed_at, rp.resource_id INTO done_at, last_resource
    FROM resource_progress rp JOIN resources r ON r.id = rp.resource_id JOIN sections s ON s.id = r.section_id
      JOIN weeks w ON w.id = s.week_id
    WHERE rp.user_id = of_user AND rp.completed_at IS NOT NULL AND w.league_id = in_league
    ORDER BY rp.completed_at DESC, rp.resource_id DESC LIMIT 1;
  INSERT INTO league_progress AS lp (user_id, league_id, completed_resources, completed_sections, completed_weeks,
      last_completed_at, last_completed_resource_id)
    VALUES (of_user, in_league, coalesce(done, 0), coalesce(done_sections, 0), done_weeks, done_at, last_resource)
    ON CONFLICT (user_id, league_id) DO UPDATE SET
      completed_resources = excluded.completed_resources, completed_sections = excluded.completed_sections,
      completed_weeks = excluded.completed_weeks, last_completed_at = excluded.last_completed_at,
      last_completed_resource_id = excluded.last_completed_resource_id, updated_at = now()
    WHERE (lp.completed_resources, lp.completed_sections, lp.completed_weeks, lp.last_completed_at,
        lp.last_completed_resource_id)
      IS DISTINCT FROM (excluded.completed_resources, excluded.completed_sections, excluded.completed_weeks,
        excluded.last_completed_at, excluded.last_completed_resource_id);

  SELECT coalesce(sum(lp.completed_resources), 0) INTO done FROM league_progress lp WHERE lp.user_id = of_user;
  SELECT rp.completed_at, rp.resource_id INTO done_at, last_resource FROM resource_progress rp
    WHERE rp.user_id = of_user AND rp.completed_at IS NOT NULL
    ORDER BY rp.completed_at DESC, rp.resource_id DESC LIMIT 1;
  UPDATE learner_stats ls SET completed_resources = done, last_completed_at = done_at,
      last_completed_resource_id = last_resource
    WHERE ls.user_id = of_user AND (ls.completed_resources, ls.last_completed_at, ls.last_completed_resource_id)
      IS DISTINCT FROM (done, done_at, last_resource);

  is_league_complete := false;
  IF rewards AND is_section_complete THEN
    INSERT INTO audit_log (actor_id, target_user_id, action, metadata, ip_address, request_id)
      SELECT of_user, of_user, 'SECTION_COMPLETED',
        '{"sectionId":' || to_json(s.id) || ',"leagueId":' || to_json(l.id)
          || ',"names":' || json_build_object(l.id, l.name, s.id, s.name) || '}', from_address, from_request
      FROM sections s, leagues l WHERE s.id = in_section AND l.id = in_league;
    SELECT l.sections_count = done_sections INTO is_league_complete FROM leagues l WHERE l.id = in_league;
  END IF;
END $$;
--> statement-breakpoint
-- Completes every resource of a section that is not complete yet, as one change. The key rides on the first event, where
-- a repeat ends. The league and the learner's sums are locked.
CREATE FUNCTION complete_section(
  of_user text, in_section text, in_league text, event_key text, from_address text, from_request text,
  OUT outcome text, OUT is_league_complete boolean
) LANGUAGE plpgsql AS $$
DECLARE
  resource text;
  step record;
BEGIN
  outcome := 'UNCHANGED';
  is_league_complete := false;
  FOR resource IN SELECT r.id FROM resources r WHERE r.section_id = in_section ORDER BY r."order", r.id LOOP
    step := record_change(of_user, resource, in_section, in_league, 'COMPLETED', NULL, NULL, NULL, NULL, NULL,
      CASE WHEN outcome = 'UNCHANGED' THEN event_key END, true, false, NULL, gen_random_uuid()::text,
      from_address, from_request);
    IF step.outcome = 'WRITTEN' THEN
      outcome := 'WRITTEN';
    ELSIF step.outcome <> 'UNCHANGED' THEN
      outcome := step.outcome;
      RETURN;
    END IF;
  END LOOP;
  IF outcome = 'WRITTEN' THEN
    is_league_complete := sum_up_progress(of_user, in_section, in_league, true, from_address, from_request);
  END IF;
END $$;
--> statement-breakpoint
-- A whole write of a learner's own record on a resource: lock of the account and its session, the answer of a key that
-- came before, locks of league and sums, standing, event, record, audit entry, sums, and the answer, which is kept under
-- the key. Locks are taken in the order account, league, learner.
--
-- Outcomes: ANSWERED, and those that leave nothing behind: ACTOR_CHANGED, where role, status, verification or session are
-- not as they were judged; NO_SUMS; NOT_FOUND; NOT_ENROLLED; KEY_REUSED; NOTE_CHANGED, with the note for an answer.
-- With a deadline, in milliseconds of this database's clock, it is a transaction of its own. It fails where its
-- caller was told meanwhile that nothing happened, and where a league was completed (OL001): what that earns belongs into
-- the same transaction.
CREATE FUNCTION change_progress(
  of_user text, of_session text, judged_role text, judged_status text, judged_verified boolean,
  admits_everybody boolean, admits_scope boolean,
  on_resource text, change_kind text, new_note text, new_seconds integer, checks_note boolean, seen_note text,
  request_key text, hash_of_request text, new_id text, from_address text, from_request text,
  deadline_ms double precision,
  OUT outcome text, OUT answer text, OUT completed_league text
) LANGUAGE plpgsql AS $$
DECLARE
  in_section text;
  in_league text;
  is_same_league boolean;
  is_admitted boolean;
  known answered_requests;
  step record;
BEGIN
  PERFORM 1 FROM users u JOIN sessions s ON s.user_id = u.id
    WHERE u.id = of_user AND s.id = of_session AND s.revoked_at IS NULL AND u.role = judged_role
      AND u.status = judged_status AND (u.email_verified_at IS NOT NULL) = judged_verified
    FOR NO KEY UPDATE OF u FOR SHARE OF s;
  IF NOT FOUND THEN
    outcome := 'ACTOR_CHANGED';
    RETURN;
  END IF;
  IF request_key IS NOT NULL THEN
    SELECT * INTO known FROM answered_requests WHERE user_id = of_user AND idempotency_key = request_key;
    IF FOUND THEN
      outcome := CASE WHEN known.request_hash = hash_of_request THEN 'ANSWERED' ELSE 'KEY_REUSED' END;
      answer := known.reply;
      RETURN;
    END IF;
  END IF;

  SELECT l.id INTO in_league FROM leagues l WHERE l.id = (
    SELECT w.league_id FROM resources r JOIN sections s ON s.id = r.section_id JOIN weeks w ON w.id = s.week_id
    WHERE r.id = on_resource) FOR SHARE;
  PERFORM 1 FROM learner_stats ls WHERE ls.user_id = of_user FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'NO_SUMS';
    RETURN;
  END IF;
  SELECT s.id, w.league_id = in_league, admits_everybody
      OR EXISTS (SELECT FROM enrollments e WHERE e.user_id = of_user AND e.league_id = w.league_id)
      OR (admits_scope AND EXISTS (
        SELECT FROM pathfinder_scopes p WHERE p.pathfinder_id = of_user AND p.league_id = w.league_id))
    INTO in_section, is_same_league, is_admitted
    FROM resources r JOIN sections s ON s.id = r.section_id JOIN weeks w ON w.id = s.week_id WHERE r.id = on_resource;
  IF NOT FOUND THEN
    outcome := 'NOT_FOUND';
    RETURN;
  END IF;
  -- Locks taken since would stand before that of the other league: begin again.
  IF is_same_league IS NOT TRUE THEN
    RAISE EXCEPTION 'moved to another league' USING ERRCODE = 'serialization_failure';
  END IF;
  IF NOT is_admitted THEN
    outcome := 'NOT_ENROLLED';
    RETURN;
  END IF;

  step := record_change(of_user, on_resource, in_section, in_league, change_kind, new_note, new_seconds, NULL, NULL,
    NULL, request_key, false, checks_note, seen_note, new_id, from_address, from_request);
  IF step.outcome = 'KEY_REUSED' THEN
    outcome := 'KEY_REUSED';
    RETURN;
  ELSIF step.outcome = 'NOTE_CHANGED' THEN
    outcome := 'NOTE_CHANGED';
    answer := (SELECT rp.personal_note FROM resource_progress rp
      WHERE rp.user_id = of_user AND rp.resource_id = on_resource);
    RETURN;
  ELSIF step.outcome = 'WRITTEN' AND step.is_completion_changed THEN
    IF sum_up_progress(of_user, in_section, in_league, change_kind = 'COMPLETED', from_address, from_request) THEN
      IF deadline_ms IS NOT NULL THEN
        RAISE EXCEPTION 'completed a league' USING ERRCODE = 'OL001';
      END IF;
      completed_league := in_league;
    END IF;
  END IF;

  SELECT json_build_object('id', rp.id, 'userId', of_user, 'resourceId', on_resource,
      'isCompleted', rp.completed_at IS NOT NULL,
      'completedAt', to_char(rp.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'markedForRevision', rp.marked_for_revision_at IS NOT NULL, 'personalNote', rp.personal_note,
      'timeSpent', rp.time_spent_seconds,
      'createdAt', to_char(rp.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'updatedAt', to_char(rp.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    INTO answer
    FROM (SELECT) one LEFT JOIN resource_progress rp ON rp.user_id = of_user AND rp.resource_id = on_resource;
  IF change_kind = 'UNMARKED' THEN
    -- With the event that can be undone, where the latest one is this mark taken off.
    SELECT json_build_object('progress', answer::json, 'eventId', (
        SELECT CASE WHEN e.kind = 'UNMARKED' THEN e.id::text END FROM progress_events e
        WHERE e.user_id = of_user AND e.resource_id = on_resource ORDER BY e.id DESC LIMIT 1))
      INTO answer;
  END IF;
  IF request_key IS NOT NULL THEN
    INSERT INTO answered_requests (user_id, idempotency_key, request_hash, reply)
      VALUES (of_user, request_key, hash_of_request, answer);
  END IF;
  outcome := 'ANSWERED';
  IF extract(epoch FROM clock_timestamp()) * 1000 > deadline_ms THEN
    RAISE EXCEPTION 'answered meanwhile' USING ERRCODE = 'query_canceled';
  END IF;
END $$;
