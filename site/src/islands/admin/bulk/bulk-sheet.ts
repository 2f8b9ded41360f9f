import { CSV_MARK, toCsvLine } from '#contract/csv.ts';
import type { BulkOutcome } from './bulk-run.ts';

/**
 * The outcome of a bulk action as CSV: a line for everybody who was answered for, safe for spreadsheets
 * (docs/security.md P32).
 */
export function toOutcomeSheet(outcomes: readonly BulkOutcome[]): string {
  const lines = outcomes.map(({ id, name, email, outcome, message }) => [name, email, outcome, message, id]);
  return CSV_MARK + [['Name', 'E-mail', 'Outcome', 'Reason', 'User ID'], ...lines].map(toCsvLine).join('');
}
