import { checkCertificate } from '#contract/certificate-check.ts';
import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';
import { emblemFor } from '#contract/emblems.ts';
import { toLinkedInAddress } from '#site/islands/shared/format/linkedin.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import {
  type CheckedCertificate,
  describeCompletion,
  findSize,
  toDay,
  toFailureText,
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
  for (const element of root?.querySelectorAll<HTMLElement>('[data-fits]') ?? []) {
    element.dataset.letters = lettersOf(element.textContent ?? '');
  }
  const emblem = certificate.kind === 'LEAGUE' ? emblemFor(certificate.title) : 'league';
  root?.querySelector('[data-league]')?.setAttribute('data-league', emblem);
  root?.querySelector('[data-emblem] use')?.setAttribute('href', `#emblem-${emblem}`);
  root?.querySelector('[data-linkedin]')?.setAttribute('href', toLinkedInAddress(certificate, address));
  await Promise.all([drawCode(address), fitTexts()]);
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
  const qr = root?.querySelector('[data-qr]');
  try {
    const { toQrPath } = await import('../components/qr-path.ts');
    const { path, size } = toQrPath(address);
    qr?.setAttribute('viewBox', `-3 -3 ${size + 6} ${size + 6}`);
    qr?.querySelector('path')?.setAttribute('d', path);
  } catch {
    // The sheet still shows the URL as text.
    root?.querySelector('[data-scan]')?.setAttribute('hidden', '');
  }
}

async function fitTexts(): Promise<void> {
  const ruler = document.querySelector<HTMLElement>('[data-ruler]');
  const [name, title] = root?.querySelectorAll<HTMLElement>('[data-fits]') ?? [];
  if (!ruler || !name || !title) return;
  const looks = ruler.className;
  const text = `${name.textContent}${title.textContent}`;
  await Promise.race([
    document.fonts.load(`800 40px ${getComputedStyle(name).fontFamily}`, text),
    new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS)),
  ]).catch(() => undefined);
  const fit = (element: HTMLElement, sizes: readonly number[], height: number) => {
    ruler.textContent = element.textContent;
    ruler.className = `${element.className} ${looks}`;
    ruler.dataset.letters = element.dataset.letters;
    const fits = (size: number) => {
      ruler.style.fontSize = `${size * 10}px`;
      return ruler.scrollWidth <= ruler.clientWidth && ruler.scrollHeight <= height * 10;
    };
    ruler.style.overflowWrap = 'normal';
    const whole = sizes.filter((size) => size >= SMALLEST_UNBROKEN).find(fits);
    ruler.style.overflowWrap = '';
    return String(whole ?? findSize(sizes, fits));
  };
  const { style } = name.parentElement as HTMLElement;
  style.setProperty('--title-size', fit(title, TITLE_SIZES, TITLE_HEIGHT));
  style.setProperty('--name-size', fit(name, NAME_SIZES, NAME_HEIGHT));
  // Zero width puts each word on its own line; on a phone, the longest word sets the size.
  ruler.style.cssText = 'width: 0; font-size: 100px; overflow-wrap: normal';
  style.setProperty('--longest-word', String(ruler.scrollWidth / 100));
  ruler.remove();
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
