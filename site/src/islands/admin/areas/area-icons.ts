import { mail, upload } from '#site/icons/actions.ts';
import { book, certificate, chart, file, leagues, medal, note, trophy } from '#site/icons/learning.ts';
import { cohort, layers, list, shield, users } from '#site/icons/people.ts';
import type { AdminArea } from './areas.ts';

export const AREA_ICONS: Record<AdminArea, string> = {
  users,
  cohorts: cohort,
  leagues,
  specializations: certificate,
  weeks: layers,
  sections: list,
  resources: book,
  assignments: note,
  people: users,
  imports: upload,
  files: file,
  analytics: chart,
  audit: shield,
  badges: trophy,
  certificates: medal,
  mail,
};
