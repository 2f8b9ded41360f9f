// Looks at everything an installation needs and says what to do; changes nothing but the rights of an open data folder.
// Exits 1 when something failed. Usage: bun scripts/doctor.ts [--json] [--workers N] [--clock URL] [--head <number>:<digest>]
// (--workers: how many processes serve, of all machines together; --clock: a web server whose Date header is compared too; --head: what an earlier audit:verify printed as head)

import { findContentProblem } from '#api/process/content-settings.ts';
import { failStart, StartError } from '#api/process/start-error.ts';
import { readArguments } from './operator/arguments.ts';

const SIGNS = { ok: '✔', warn: '⚠', fail: '✖' } as const;

const { values } = readArguments(
  'npm run doctor [-- [--json] [--workers N] [--clock URL] [--head <number>:<digest>]]',
  {
    options: {
      json: { type: 'boolean', default: false },
      workers: { type: 'string', default: '1' },
      clock: { type: 'string' },
      head: { type: 'string' },
    },
  },
);

/** Of several machines, so that there may be more than one start makes. */
function readProcesses(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new StartError('--workers takes a number from 1 to 999.');
  return Number(text);
}

const settings = { ...process.env };
// Modules read the content as they are loaded. Where it cannot be used, the rest is looked at with the product's own.
if (findContentProblem(settings.CONTENT_DIR)) process.env.CONTENT_DIR = '';
const { readHead } = await import('./operator/audit.ts');
const { examine } = await import('./operator/doctor.ts');

try {
  const findings = await examine(settings, {
    clockUrl: values.clock,
    head: readHead(values.head),
    processes: readProcesses(values.workers),
  });
  const count = (status: keyof typeof SIGNS) =>
    findings.filter((finding) => finding.status === status).length;
  if (values.json) {
    console.log(JSON.stringify({ failed: count('fail'), warnings: count('warn'), findings }, null, 2));
  } else {
    for (const { check, status, found, advice } of findings) {
      console.log(`${SIGNS[status]} ${check.padEnd(9)} ${found}`);
      if (advice) console.log(`  ${' '.repeat(9)} → ${advice}`);
    }
    console.log(`\n${count('ok')} in order, ${count('warn')} warnings, ${count('fail')} failed`);
  }
  if (count('fail') > 0) process.exitCode = 1;
} catch (error) {
  failStart(error);
}
