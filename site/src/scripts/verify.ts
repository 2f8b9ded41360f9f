import { getCredentialStatus, ISSUER_DOCUMENT_PATH } from '#contract/credentials.ts';
import {
  type Checked,
  checkCredential,
  checkHolder,
  type Line,
  OUTCOMES,
} from '#site/credentials/check-credential.ts';
import { findIssuer, readIssuer } from '#site/credentials/issuer.ts';
import { FileFault, findJws, readCredential } from '#site/credentials/read-file.ts';
import { urlOf } from '#site/islands/shared/http/api.ts';

const WORDS = { good: 'Good', bad: 'Bad', unchecked: 'Not checked' };
const TIMEOUT_MS = 8000;

const root = find('[data-file-check]');
const button = find('[data-choose-button]');
const file = find<HTMLInputElement>('input[type=file]');
const email = find<HTMLInputElement>('#email');
const form = email.form as HTMLFormElement;
const marks: Record<Line['state'], string> = JSON.parse(root.dataset.marks ?? '');
const built = readIssuer(JSON.parse(root.dataset.issuer ?? 'null'));

function find<Found extends HTMLElement>(selector: string): Found {
  return document.querySelector(selector) as Found;
}

function write(field: string, text: string): void {
  find(`[data-field="${field}"]`).textContent = text;
}

function show(state: 'start' | 'result'): void {
  for (const part of root.querySelectorAll<HTMLElement>('[data-when]'))
    part.hidden = part.dataset.when !== state;
  (state === 'start' ? button : find('[data-field="outcome-text"]')).focus();
}

function mark(name: string, { state, text }: Line): void {
  const row = find(`[data-mark="${name}"]`);
  row.dataset.state = state;
  row.querySelector('path')?.setAttribute('d', marks[state]);
  const word = row.querySelector('[data-word]');
  if (word) word.textContent = WORDS[state];
  write(`${name}-text`, text);
}

function showOutcome(outcome: keyof typeof OUTCOMES): void {
  const [state, text, advice] = OUTCOMES[outcome];
  mark('outcome', { state, text });
  write('advice', advice);
}

const ask = (url: string) => fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });

async function readStatusList(): Promise<string> {
  const response = await ask(urlOf(getCredentialStatus));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}

/** Without keys this site signs nothing. */
async function hideWithoutKeys(): Promise<void> {
  const { ok } = await ask(ISSUER_DOCUMENT_PATH).catch(() => Response.error());
  find('[data-by-file]').hidden = !ok;
}

async function check(given: Blob): Promise<void> {
  if (root.ariaBusy) return;
  root.ariaBusy = 'true';
  write('fault', '');
  write('progress', 'Checking the file…');
  try {
    const jws = await readCredential(given);
    const found = await findIssuer(built, () => ask(ISSUER_DOCUMENT_PATH));
    draw(await checkCredential(jws, { ...found, now: new Date(), readStatusList }));
  } catch (error) {
    show('start');
    write('fault', error instanceof FileFault ? error.message : 'This file could not be read. Try again.');
    if (!(error instanceof FileFault)) throw error;
  } finally {
    write('progress', '');
    root.ariaBusy = null;
  }
}

function draw(checked: Checked): void {
  const { evidence, ...claims } = checked.claims;
  for (const [field, text] of Object.entries(claims)) write(field, text);
  find('[data-field="evidence"]').replaceChildren(...evidence.map(linkTo));
  for (const [name, line] of Object.entries(checked.lines)) mark(name, line);
  showOutcome(checked.outcome);
  form.reset();
  form.hidden = checked.holders.length === 0;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const line = await checkHolder(email.value, checked);
    mark('holder', line);
    const isOther = line.state === 'bad' && checked.outcome === 'genuine';
    showOutcome(isOther ? 'other-holder' : checked.outcome);
    write('progress', line.text);
  };
  show('result');
}

function linkTo({ url, name }: { url: string; name: string }): HTMLElement {
  const hint = Object.assign(document.createElement('span'), { className: 'sr-only' });
  hint.textContent = ' (opens in a new tab)';
  const link = document.createElement('a');
  link.append(name || url, hint);
  const looks = { className: 'link block w-fit', dir: 'auto' };
  return Object.assign(link, { ...looks, href: url, rel: 'nofollow noopener noreferrer', target: '_blank' });
}

/** False for a text that is meant for the field it is pasted into. */
function take(data: DataTransfer | null, isForUs: boolean): boolean {
  const text = data?.getData('text/plain') ?? '';
  const given = data?.files[0] ?? (isForUs || findJws(text) ? new Blob([text]) : null);
  if (given) void check(given);
  return given !== null;
}

button.addEventListener('click', () => file.click());
find('[data-again-button]').addEventListener('click', () => show('start'));
file.addEventListener('change', () => {
  if (file.files?.[0]) void check(file.files[0]);
  // Lets the same file be chosen again.
  file.value = '';
});
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  root.dataset.over = '';
});
document.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) delete root.dataset.over;
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  delete root.dataset.over;
  take(event.dataTransfer, true);
});
document.addEventListener('paste', (event) => {
  if (take(event.clipboardData, !(event.target instanceof HTMLInputElement))) event.preventDefault();
});
// A top-level await would keep the bundler from joining chunks of all pages.
if (!built) void hideWithoutKeys();
