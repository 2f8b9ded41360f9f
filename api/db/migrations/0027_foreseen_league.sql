-- As in 0023_write_progress.sql, with one outcome more: LEAGUE_DUE, where a tick on its own may complete a league by the sums
-- as they stand. It leaves nothing behind, instead of failing after all was written. Where the sums were off it still fails
-- (OL001).
CREATE OR REPLACE FUNCTION change_progress(
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
  may_complete_league boolean;
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
        SELECT FROM pathfinder_scopes p WHERE p.pathfinder_id = of_user AND p.league_id = w.league_id)),
      change_kind = 'COMPLETED' AND coalesce((
        SELECT lp.completed_resources FROM league_progress lp WHERE lp.user_id = of_user AND lp.league_id = in_league), 0) + 1
        >= (SELECT l.resources_count FROM leagues l WHERE l.id = in_league)
    INTO in_section, is_same_league, is_admitted, may_complete_league
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
  IF may_complete_league AND deadline_ms IS NOT NULL THEN
    outcome := 'LEAGUE_DUE';
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
