import type { RestoreReport } from '#api/accounts/own-account/after-restore.ts';

export function toRestoreLines(report: RestoreReport): string[] {
  return [
    `${report.sessionsEnded} sessions ended; everybody signs in anew.`,
    report.missingEntries > 0
      ? `${report.missingEntries} entries of the restore list are newer than the copy.`
      : 'The restore list has nothing newer than the copy. If accounts were suspended or deleted since, put the newest restore-list.jsonl into DATA_DIR and run npm run ops -- after-restore.',
    ...named('Erased again', report.erased),
    ...named('Suspended again', report.suspended),
    ...named('Set to the lower role again', report.demoted),
    ...named('Need a new password, and get a mail', report.credentialsRemoved),
    ...named('Public pages turned off, as they were changed since', report.pagesTurnedOff),
    ...(report.leftToOperator.length > 0
      ? ['Changed since the backup, and yours to decide:', ...report.leftToOperator]
      : []),
  ];
}

function named(words: string, ids: readonly string[]): string[] {
  return ids.length > 0 ? [`${words}: ${ids.join(', ')}`] : [];
}
