import { toCsvLine } from '#contract/csv.ts';
import type { ResourceType } from '#contract/resources.ts';
import { isHttpUrl, toWebAddress } from '#contract/text.ts';
import type { Topic } from './outline-edits.ts';

export interface PastedLink {
  /** Of the pasted text, from 1. */
  line: number;
  title: string;
  url: string;
  type: ResourceType;
  /** Null before the first heading of its kind. */
  module: string | null;
  topic: string | null;
  /** Why it is left out. */
  problem: string | null;
}

const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"'\])]+|\b[\w+.-]+:\/\/\S*|(?<![\w@.])[\w-]+(?:\.[\w-]+)+\/[^\s<>"')\]]*/gi;
const BULLET = /^\s*(?:[-*+•–]|\d+[.)])\s+(?:\[[ xX]?\]\s+)?/;
/** '[10:33, 5/6/2025] Asha: ' and '5/6/25, 10:33 pm - Asha: ' of chats. */
const CHAT = /^(?:\[[^\]]*\d:\d[^\]]*\]\s*|\d[\d/., ]+,?\s+\d+:\d+[^-]{0,6}\s-\s)[^:]{1,60}:\s+/;
const EDGES = /^[\s"'“”*_`[\](),;:|>–—-]+|[\s"'“”*_`[\](),;:|<–—-]+$/gu;

/**
 * Reads 'Title, address' lines of a sheet, Markdown or a chat. A Markdown heading, or a line without an address, is the
 * name of a module or a topic: of two such lines in a row, the first is the module.
 */
export function readPastedLinks(text: string, known: ReadonlyMap<string, string>): PastedLink[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(CHAT, ''));
  const seen = new Map(known);
  const links: PastedLink[] = [];
  let module: string | null = null;
  let topic: string | null = null;
  for (const [index, line] of lines.entries()) {
    const addresses = line.match(ADDRESS) ?? [];
    const rest = toTitle(line);
    if (addresses.length === 0) {
      if (rest === '') continue;
      if (isModule(lines, index)) [module, topic] = [toName(rest, 'Module'), null];
      else topic = toName(rest, 'Topic');
      continue;
    }
    for (const address of addresses) {
      const url = toWebAddress(address.replace(/[.,;:!?]+$/, ''));
      const title = (addresses.length === 1 && rest) || titleOf(url);
      const isUsable = isHttpUrl(url);
      const key = toAddressKey(url);
      const same = isUsable ? seen.get(key) : undefined;
      const problem = isUsable ? (same ? `Same address as ${same}` : null) : 'Not a complete web address';
      if (isUsable && !same) seen.set(key, `line ${index + 1}`);
      const place = { line: index + 1, module, topic: topic ?? module };
      links.push({ ...place, title, url, type: typeOf(url), problem });
    }
  }
  return links;
}

function isModule(lines: readonly string[], index: number): boolean {
  const marks = /^\s*(#+)\s/.exec(lines[index] ?? '')?.[1];
  if (marks) return marks.length === 1;
  const next = lines.slice(index + 1).find((line) => line.trim() !== '');
  return next !== undefined && !/^\s*#/.test(next) && (next.match(ADDRESS) ?? []).length === 0;
}

// A number alone would be read as an order.
const toName = (text: string, kind: string) => (/^\d+$/.test(text) ? `${kind} ${text}` : text);

function toTitle(line: string): string {
  const [first = ''] = line
    .replace(/^\s*#+\s*/, '')
    .replace(BULLET, '')
    .replace(ADDRESS, '\t')
    .split('\t')
    .map((part) => part.replace(EDGES, ''))
    .filter(Boolean);
  return first.replace(/\s+/g, ' ');
}

/** 'https://x.org/a/intro-to-sql.html' is 'Intro to sql'; without words in the address, its host. */
export function titleOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/^www\./, '');
  const slug = pathname.split('/').findLast(Boolean) ?? '';
  // Unlike decodeURIComponent, this does not throw.
  const decoded = new URLSearchParams(`slug=${slug.replaceAll('&', '%26')}`).get('slug') ?? '';
  const words = decoded
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+\s]+/g, ' ')
    .trim();
  const isReadable =
    /\p{L}{3}/u.test(words) && (words.includes(' ') || !/\d/.test(words)) && words !== 'watch';
  return isReadable ? words.charAt(0).toUpperCase() + words.slice(1) : host;
}

/** By host and path. */
const TYPES: readonly [RegExp, ResourceType][] = [
  [
    /^[^/]*\b(?:youtube\.com|youtu\.be|vimeo\.com|twitch\.tv|loom\.com|ted\.com)\/|\.(?:mp4|webm|mov)$/i,
    'VIDEO',
  ],
  [
    /^blog\.|^[^/]*\b(?:medium\.com|substack\.com|dev\.to|hashnode\.\w+|wordpress\.com|blogspot\.\w+)\/|\/blogs?\//i,
    'BLOG',
  ],
  [
    /^docs\.|^[^/]*\b(?:wikipedia\.org|arxiv\.org|freecodecamp\.org|geeksforgeeks\.org|w3schools\.com)\//,
    'ARTICLE',
  ],
];

export function typeOf(url: string): ResourceType {
  if (!URL.canParse(url)) return 'EXTERNAL_LINK';
  const { hostname, pathname } = new URL(url);
  const place = `${hostname.replace(/^www\./, '')}${pathname}`;
  return TYPES.find(([known]) => known.test(place))?.[1] ?? 'EXTERNAL_LINK';
}

/** Equal for addresses that differ only in the last slash, the fragment or 'www.'. */
export function toAddressKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname, search } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`;
}

const HEADS = ['Module', 'Module ID', 'Topic', 'Topic ID', 'Title', 'Type', 'URL'];

/** A sheet for the import of resources; links above the first heading go to `target`. */
export function toSheet(
  links: readonly PastedLink[],
  target: Pick<Topic, 'id' | 'weekId'> | undefined,
): string {
  const rows = links.map(({ module, topic, title, type, url }) => {
    const isAbove = topic === null && target !== undefined;
    return [
      module ?? (target ? '' : 'Module 1'),
      module === null && !isAbove ? (target?.weekId ?? '') : '',
      topic ?? (target ? '' : 'Topic 1'),
      isAbove ? target.id : '',
      title,
      type,
      url,
    ];
  });
  return [HEADS, ...rows].map(toCsvLine).join('');
}
