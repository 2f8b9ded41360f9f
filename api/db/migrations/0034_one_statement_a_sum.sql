-- As in 0023_write_progress.sql, with one statement for each of the three sums instead of two or three: what PostgreSQL
-- does around a statement inside a function costs as much as these small ones themselves.
CREATE OR REPLACE FUNCTION sum_up_progress(
  of_user text, in_section text, in_league text, rewards boolean, from_address text, from_request text,
  OUT is_league_complete boolean
) LANGUAGE plpgsql AS $$
DECLARE
  is_section_complete boolean;
BEGIN
  INSERT INTO section_progress AS sp (user_id, section_id, completed_resources, completed_at)
    SELECT of_user, s.id, own.done, CASE WHEN s.resources_count = own.done THEN own.done_at END
    FROM sections s, (
      SELECT count(*) AS done, max(rp.completed_at) AS done_at
      FROM resources r JOIN resource_progress rp ON rp.resource_id = r.id AND rp.user_id = of_user
      WHERE r.section_id = in_section AND rp.completed_at IS NOT NULL
    ) own WHERE s.id = in_section
    ON CONFLICT (user_id, section_id) DO UPDATE SET
      completed_resources = excluded.completed_resources, completed_at = excluded.completed_at, updated_at = now()
    WHERE (sp.completed_resources, sp.completed_at)
      IS DISTINCT FROM (excluded.completed_resources, excluded.completed_at)
    RETURNING sp.completed_at IS NOT NULL INTO is_section_complete;

  INSERT INTO league_progress AS lp (user_id, league_id, completed_resources, completed_sections, completed_weeks,
      last_completed_at, last_completed_resource_id)
    SELECT of_user, in_league, coalesce(own.resources, 0), coalesce(own.sections, 0), own.weeks,
      latest.completed_at, latest.resource_id
    FROM (
      SELECT sum(resources) AS resources, sum(sections) AS sections, count(*) FILTER (WHERE sections = size) AS weeks
      FROM (
        SELECT sum(sp.completed_resources) AS resources, count(sp.completed_at) AS sections, count(*) AS size
        FROM weeks w JOIN sections s ON s.week_id = w.id
          LEFT JOIN section_progress sp ON sp.section_id = s.id AND sp.user_id = of_user
        WHERE w.league_id = in_league GROUP BY w.id
      ) by_week
    ) own LEFT JOIN LATERAL (
      SELECT rp.completed_at, rp.resource_id
      FROM resource_progress rp JOIN resources r ON r.id = rp.resource_id JOIN sections s ON s.id = r.section_id
        JOIN weeks w ON w.id = s.week_id
      WHERE rp.user_id = of_user AND rp.completed_at IS NOT NULL AND w.league_id = in_league
      ORDER BY rp.completed_at DESC, rp.resource_id DESC LIMIT 1
    ) latest ON true
    ON CONFLICT (user_id, league_id) DO UPDATE SET
      completed_resources = excluded.completed_resources, completed_sections = excluded.completed_sections,
      completed_weeks = excluded.completed_weeks, last_completed_at = excluded.last_completed_at,
      last_completed_resource_id = excluded.last_completed_resource_id, updated_at = now()
    WHERE (lp.completed_resources, lp.completed_sections, lp.completed_weeks, lp.last_completed_at,
        lp.last_completed_resource_id)
      IS DISTINCT FROM (excluded.completed_resources, excluded.completed_sections, excluded.completed_weeks,
        excluded.last_completed_at, excluded.last_completed_resource_id);

  UPDATE learner_stats ls SET completed_resources = own.done, last_completed_at = latest.completed_at,
      last_completed_resource_id = latest.resource_id
    FROM (
      SELECT coalesce(sum(lp.completed_resources), 0) AS done FROM league_progress lp WHERE lp.user_id = of_user
    ) own LEFT JOIN LATERAL (
      SELECT rp.completed_at, rp.resource_id FROM resource_progress rp
      WHERE rp.user_id = of_user AND rp.completed_at IS NOT NULL
      ORDER BY rp.completed_at DESC, rp.resource_id DESC LIMIT 1
    ) latest ON true
    WHERE ls.user_id = of_user AND (ls.completed_resources, ls.last_completed_at, ls.last_completed_resource_id)
      IS DISTINCT FROM (own.done, latest.completed_at, latest.resource_id);

  is_league_complete := false;
  IF rewards AND is_section_complete THEN
    INSERT INTO audit_log (actor_id, target_user_id, action, metadata, ip_address, request_id)
      SELECT of_user, of_user, 'SECTION_COMPLETED',
        '{"sectionId":' || to_json(s.id) || ',"leagueId":' || to_json(l.id)
          || ',"names":' || json_build_object(l.id, l.name, s.id, s.name) || '}', from_address, from_request
      FROM sections s, leagues l WHERE s.id = in_section AND l.id = in_league;
    SELECT l.sections_count = lp.completed_sections INTO is_league_complete
      FROM leagues l JOIN league_progress lp ON lp.league_id = l.id AND lp.user_id = of_user WHERE l.id = in_league;
  END IF;
END $$;
