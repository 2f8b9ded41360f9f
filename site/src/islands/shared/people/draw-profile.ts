import type { PublicProfile } from '#contract/public-profile.ts';
import { toEmblemPicture } from '../format/emblem-picture.ts';
import { toSocialTiles } from '../format/social-tiles.ts';
import { urlOf } from '../http/api.ts';

/** Level of the heading that names the person: 1 on the page, 3 in a dialog. */
type Level = 1 | 3;

/** What a public page shows, drawn without React, so that visitors load none. */
export function drawProfile(profile: PublicProfile, product: string, level: Level): HTMLElement[] {
  const { name, about, leagues, badges, certificates, projects, events, links } = profile;
  const sections = [
    section('Finished leagues', level, leagues, (league) =>
      row(emblem(league.name), league.name, `Finished ${toDay(league.completedOn)}`),
    ),
    section('Projects', level, projects, ({ title, league, url }) =>
      row(null, url ? outside(url, title) : title, league),
    ),
    section('Certificates', level, certificates, ({ title, code, completedOn }) =>
      row(null, inside(`/certificates/${code}`, title), `Completed ${toDay(completedOn)}`, `Code ${code}`),
    ),
    section('Badges', level, badges, (badge) =>
      row(pictureOf(badge), badge.name, `Earned ${toDay(badge.earnedOn)}`),
    ),
    section('Events attended', level, events, ({ eventId, title, day }) =>
      row(null, inside(`/events/${eventId}`, title), toDay(day)),
    ),
  ].filter((part) => part !== null);
  const nothing = make('p', { className: 'mt-8 text-muted' }, 'Nothing to see here yet.');
  return [
    header(name, about, product, level),
    ...linksOf(links),
    ...(sections.length > 0 || about ? sections : [nothing]),
  ];
}

function header(name: string | null, about: string | null, product: string, level: Level): HTMLElement {
  const className = `${level === 1 ? 'title' : 'text-2xl'} [overflow-wrap:anywhere]`;
  return make(
    'header',
    { className: 'grid justify-items-start gap-4' },
    name ? make('p', { className: 'eyebrow' }, `Member of ${product}`) : null,
    make(`h${level}`, { className, dir: 'auto' }, name ?? `A member of ${product}`),
    about
      ? make('p', { className: 'max-w-measure text-lg [overflow-wrap:anywhere]', dir: 'auto' }, about)
      : null,
  );
}

function linksOf(links: PublicProfile['links']): HTMLElement[] {
  const items = toSocialTiles(links ?? {}).flatMap(({ site, text, href }) => {
    const label = make('span', { className: 'me-2 text-sm text-muted' }, site);
    return href ? [make('li', { className: 'min-w-0 py-1' }, label, outside(href, text))] : [];
  });
  const looks = { className: 'mt-6 flex flex-wrap gap-x-8 gap-y-2', ariaLabel: 'Links' };
  return items.length > 0 ? [make('ul', looks, ...items)] : [];
}

function section<Item>(
  title: string,
  level: Level,
  items: Item[] | null,
  draw: (item: Item) => HTMLElement,
): HTMLElement | null {
  if (!items || items.length === 0) return null;
  const columns = 'mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-8 gap-y-5';
  return make(
    'section',
    { className: 'mt-10 border-t border-line pt-6', ariaLabel: title },
    make(level === 1 ? 'h2' : 'h4', { className: 'text-xl' }, title),
    make('ul', { className: columns }, ...items.map(draw)),
  );
}

function row(mark: Element | null, title: string | Element, ...notes: string[]): HTMLElement {
  const name = { className: 'font-semibold text-strong [overflow-wrap:anywhere]', dir: 'auto' };
  const note = { className: 'text-sm text-muted [overflow-wrap:anywhere]' };
  const lines = notes.map((text) => make('p', note, text));
  const words = make('div', { className: 'min-w-0' }, make('p', name, title), ...lines);
  return make('li', { className: 'flex min-w-0 items-center gap-4' }, mark, words);
}

function emblem(league: string): HTMLElement {
  return make('img', { className: 'size-14 shrink-0', alt: '', src: toEmblemPicture(league) });
}

function pictureOf({ name, picture }: { name: string; picture: string | null }): HTMLElement {
  const drawn = emblem(name);
  drawn.classList.add('rounded-full');
  if (!picture) return drawn;
  const className = 'size-14 shrink-0 rounded-full bg-brand object-cover';
  const own = make('img', { className, alt: '', loading: 'lazy', src: urlOf({ path: picture }) });
  own.addEventListener('error', () => own.replaceWith(drawn));
  return own;
}

const toDay = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const inside = (href: string, text: string) => make('a', { className: 'link link-alone', href }, text);

/** To a page that its owner chose and nobody checked. */
function outside(href: string, text: string): HTMLElement {
  const className = 'link link-alone [overflow-wrap:anywhere]';
  const rel = 'nofollow ugc noopener noreferrer';
  const hint = make('span', { className: 'sr-only' }, ' (opens in a new tab)');
  return make('a', { className, href, rel, target: '_blank' }, text, hint);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Element | string | null)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}
