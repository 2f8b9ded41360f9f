import { checkCertificate } from '#contract/certificate-check.ts';
import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';
import { emblemFor } from '#contract/emblems.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import {
  type CheckedCertificate,
  describeCompletion,
  findSize,
  toDay,
  toFailureText,
  toLinkedInAddress,
  toRenaming,
  toWithdrawal,
} from './certificate-texts.ts';

type State = 'loading' | 'genuine' | 'withdrawn' | 'unknown' | 'error';

// Millimetres on the sheet.
const NAME_SIZES = [25, 22, 19, 17, 15, 13, 11.5, 10, 9, 8, 7, 6.2, 5.4];
const NAME_HEIGHT = 41;
const TITLE_SIZES = [12, 10.5, 9, 8, 7, 6, 5.2, 4.5];
const TITLE_HEIGHT = 25;
// Breaks a long word instead of going below this size.
const SMALLEST_UNBROKEN = 7;
// Measures with the fallback font after this wait.
const FONT_TIMEOUT_MS = 1500;

const root = document.querySelector<HTMLElement>('[data-certificate]');
const said = document.getElementById('certificate-status');
const product = root?.dataset.product ?? '';
const typed = decode(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const code = readCertificateCode(typed);

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function show(state: State, text: string): void {
  if (!root) return;
  root.dataset.certificate = state;
  for (const part of root.querySelectorAll<HTMLElement>('[data-when]')) {
    part.hidden = !part.dataset.when?.split(' ').includes(state);
  }
  root.setAttribute('aria-busy', String(state === 'loading'));
  if (said) said.textContent = text;
}

function write(field: string, text: string): void {
  for (const element of root?.querySelectorAll<HTMLElement>(`[data-field="${field}"]`) ?? []) {
    element.textContent = text;
    element.hidden = text === '';
  }
}

async function check(): Promise<void> {
  write('typed', typed);
  if (!code) {
    show('unknown', 'No certificate has this code.');
    return;
  }
  const printed = toPrintedCode(code);
  // One URL per certificate, however the code was typed.
  if (typed !== printed) history.replaceState(null, '', `/certificates/${printed}${location.hash}`);
  write('typed', printed);
  show('loading', 'Checking the certificate…');
  try {
    const { state, certificate } = await callApi(checkCertificate, { params: { code: printed } });
    if (!certificate) show('unknown', 'No certificate has this code.');
    else if (state === 'genuine') await showGenuine(certificate);
    else showWithdrawn(certificate);
  } catch (error) {
    const failure = error instanceof ApiFailure ? error : null;
    write('failure', toFailureText(failure?.status ?? 0, failure?.retryAfter ?? null));
    show('error', 'The certificate could not be checked.');
  }
}

async function showGenuine(certificate: CheckedCertificate): Promise<void> {
  const holder = certificate.holderName ?? '';
  const address = `${location.origin}/certificates/${certificate.code}`;
  document.title = `${holder}: ${certificate.title} | ${product}`;
  write('holderName', holder);
  write('title', certificate.title);
  write('deed', describeCompletion(certificate.kind));
  write('completedOn', toDay(certificate.completedOn));
  write('issuer', certificate.issuer);
  write('code', certificate.code);
  write('address', address.replace(/^https?:\/\//, ''));
  write('host', location.host);
  // The sheet has no room for the reason.
  write('renamed', certificate.renamedOn ? `Name corrected on ${toDay(certificate.renamedOn)}` : '');
  write('renaming', toRenaming(certificate));
  for (const element of root?.querySelectorAll<HTMLElement>('.paper-name, .paper-title') ?? []) {
    element.dataset.letters = lettersOf(element.textContent ?? '');
  }
  const emblem = certificate.kind === 'LEAGUE' ? emblemFor(certificate.title) : 'league';
  root?.querySelector<HTMLElement>('.paper')?.setAttribute('data-league', emblem);
  root?.querySelector('.paper-emblem use')?.setAttribute('href', `#emblem-${emblem}`);
  root?.querySelector('[data-linkedin]')?.setAttribute('href', toLinkedInAddress(certificate, address));
  await Promise.all([drawCode(address), fitTexts(holder, certificate.title)]);
  show('genuine', `This certificate is genuine. ${product} issued it to ${holder} for ${certificate.title}.`);
}

function showWithdrawn(certificate: CheckedCertificate): void {
  const { lead, reason } = toWithdrawal(certificate);
  write('withdrawal', lead);
  write('reason', reason);
  write('title', certificate.title);
  write('completedOn', toDay(certificate.completedOn));
  write('code', certificate.code);
  show('withdrawn', `This certificate was revoked. ${lead} ${reason}`);
}

async function drawCode(address: string): Promise<void> {
  const qr = root?.querySelector('.paper-qr');
  try {
    const { toQrPath } = await import('../components/qr-path.ts');
    const { path, size } = toQrPath(address);
    qr?.setAttribute('viewBox', `-3 -3 ${size + 6} ${size + 6}`);
    qr?.querySelector('path')?.setAttribute('d', path);
  } catch {
    // The sheet still shows the URL as text.
    root?.querySelector('.paper-check')?.setAttribute('hidden', '');
  }
}

async function fitTexts(holder: string, title: string): Promise<void> {
  const ruler = document.querySelector<HTMLElement>('.paper-ruler');
  const paper = root?.querySelector<HTMLElement>('.paper');
  if (!ruler || !paper) return;
  await Promise.race([
    document.fonts.load(`800 40px ${getComputedStyle(ruler).fontFamily}`, `${holder}${title}`),
    new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS)),
  ]).catch(() => undefined);
  const fit = (text: string, sizes: readonly number[], height: number, looks: string) => {
    ruler.textContent = text;
    ruler.className = `paper-ruler ${looks}`;
    ruler.dataset.letters = lettersOf(text);
    const fits = (size: number) => {
      ruler.style.fontSize = `${size * 10}px`;
      return ruler.scrollWidth <= ruler.clientWidth && ruler.scrollHeight <= height * 10;
    };
    ruler.removeAttribute('data-break');
    const whole = sizes.filter((size) => size >= SMALLEST_UNBROKEN).find(fits);
    ruler.setAttribute('data-break', '');
    return whole ?? findSize(sizes, fits);
  };
  // Zero width puts each word on its own line; on a phone, the longest word sets the size.
  const measureLongestWord = (text: string) => {
    ruler.textContent = text;
    ruler.className = 'paper-ruler paper-ruler-name';
    ruler.dataset.letters = lettersOf(text);
    ruler.removeAttribute('data-break');
    ruler.style.cssText = 'width: 0; font-size: 100px';
    const width = ruler.scrollWidth / 100;
    ruler.style.cssText = '';
    return width;
  };
  const nameWidth = measureLongestWord(holder);
  const nameSize = fit(holder, NAME_SIZES, NAME_HEIGHT, 'paper-ruler-name');
  const titleSize = fit(title, TITLE_SIZES, TITLE_HEIGHT, 'paper-ruler-title');
  ruler.textContent = '';
  paper.style.setProperty('--longest-word', String(nameWidth));
  paper.style.setProperty('--name-size', String(nameSize));
  paper.style.setProperty('--title-size', String(titleSize));
}

function lettersOf(text: string): 'latin' | 'other' | 'urdu' {
  if (/\p{Script=Arabic}/u.test(text)) return 'urdu';
  return /^[\u0020-\u024f\u2000-\u206f]*$/.test(text) ? 'latin' : 'other';
}

root?.querySelector('[data-print-button]')?.addEventListener('click', () => print());
root?.querySelector('[data-copy-button]')?.addEventListener('click', async () => {
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  write('copied', isCopied ? 'Copied to clipboard!' : 'Failed to copy to clipboard');
});
root?.querySelector('[data-retry-button]')?.addEventListener('click', () => void check());
void check();
