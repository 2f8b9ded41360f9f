// Checks content/ without a build and exits 1 for anything that would stop one.
import { relative } from 'node:path';
import { findContentFolderProblem } from '#api/platform/process/content-folder.mjs';
import { failStart, StartError } from '#api/platform/process/start-error.ts';
import { contentFolder } from '#site/content/content-folder.ts';
import { checkContent, toLines } from '#site/content-check/check-content.ts';
import { readArguments } from './operator/arguments.ts';

readArguments('npm run content:check', {});
const problem = findContentFolderProblem(contentFolder);
if (problem) failStart(new StartError(problem));
const startedAt = performance.now();
const findings = await checkContent(contentFolder);
for (const line of toLines(findings, relative(process.cwd(), contentFolder))) console.log(line);
const faults = findings.filter(({ weight }) => weight === 'fault').length;
const time = `${Math.round(performance.now() - startedAt)} ms`;
console.log(faults === 0 ? `✔ The content is in order (${time})` : `✖ ${faults} to correct (${time})`);
process.exit(faults === 0 ? 0 : 1);
