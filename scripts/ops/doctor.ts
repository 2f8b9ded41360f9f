// Exits 1 if a check fails. It only changes the permissions of an open data folder.

import { findContentProblem } from '#api/platform/process/content-settings.ts';
import { failStart } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';

const SIGNS = { ok: '✔', warn: '⚠', fail: '✖' } as const;

readArguments('npm run ops -- doctor', {});
const settings = { ...process.env };
// Modules read the content at import, so a broken content folder is replaced by the default.
if (findContentProblem(settings.CONTENT_DIR)) process.env.CONTENT_DIR = '';
const { examine } = await import('../operator/doctor.ts');

try {
  const findings = await examine(settings);
  for (const { check, status, found, advice } of findings) {
    console.log(`${SIGNS[status]} ${check.padEnd(9)} ${found}`);
    if (advice) console.log(`  ${' '.repeat(9)} → ${advice}`);
  }
  const count = (status: keyof typeof SIGNS) =>
    findings.filter((finding) => finding.status === status).length;
  console.log(`\n${count('ok')} in order, ${count('warn')} warnings, ${count('fail')} failed`);
  if (count('fail') > 0) process.exitCode = 1;
} catch (error) {
  failStart(error);
}
