// Browsers also name their ancestors, so the most specific comes first.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns 'Chrome on Windows'. Contains only words of the tables, never text of the caller. */
export function toDeviceName(userAgent: string | null): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Returns '203.0.113.x' or '2001:db8:85a3:x'. */
export function toShortAddress(address: string | null): string | null {
  if (!address) return null;
  const [, threeParts] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  if (threeParts) return `${threeParts}.x`;
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null;
  const groups = (address.split('::')[0] ?? '').split(':').filter(Boolean).slice(0, 3);
  return groups.length === 0 ? '::x' : `${groups.join(':')}:x`;
}
