import site from '#content/site.json';
import { findPublicPage, toPlainPath } from './public-pages.ts';

/** A schema.org object; its URLs are absolute. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

export type Origin = URL | undefined;

/** Throws when the build has no site URL. */
export function toAddress(path: string, origin: Origin): string {
  if (!origin) throw new Error('astro.config.mjs must name the site: addresses in the head are absolute.');
  return new URL(path, origin).href;
}

const organizationId = (origin: Origin) => `${toAddress('/', origin)}#organization`;

const asPart = (origin: Origin): Thing => ({
  '@type': 'Organization',
  '@id': organizationId(origin),
  name: site.name,
  url: toAddress('/', origin),
});

export function describeOrganization(origin: Origin): Thing[] {
  const { client, server, monitoring } = site.repositories;
  return [
    {
      ...asPart(origin),
      '@type': 'EducationalOrganization',
      alternateName: site.shortName,
      description: site.tagline,
      logo: toAddress('/icons/app-512.png', origin),
      email: site.mailbox,
      address: site.instituteAddress,
      sameAs: [
        site.socialUrl,
        ...[client, server, monitoring].map(({ owner, repo }) => `https://github.com/${owner}/${repo}`),
      ],
    },
    {
      '@type': 'WebSite',
      name: site.name,
      url: toAddress('/', origin),
      inLanguage: 'en',
      publisher: { '@id': organizationId(origin) },
    },
  ];
}

export interface EventFacts {
  id: string;
  title: string;
  description: string;
  /** yyyy-mm-dd. */
  date: string;
  location: string;
  image: string;
}

export function describeEvent(
  { id, title, description, date, location, image }: EventFacts,
  origin: Origin,
): Thing {
  return {
    '@type': 'Event',
    name: title,
    description,
    startDate: date,
    endDate: date,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: location, address: location },
    image: [toAddress(image, origin)],
    url: toAddress(`/events/${id}`, origin),
    organizer: asPart(origin),
  };
}

export interface CourseFacts {
  name: string;
  description: string;
  path: string;
  duration?: string;
}

export function describeCourse({ name, description, path, duration }: CourseFacts, origin: Origin): Thing {
  return {
    '@type': 'Course',
    name,
    description,
    url: toAddress(path, origin),
    inLanguage: 'en',
    provider: asPart(origin),
    ...(duration && {
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Blended', duration },
    }),
  };
}

export function describeList(name: string, things: readonly Thing[]): Thing {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: things.length,
    itemListElement: things.map((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
  };
}

export function describeTrail(path: string, title: string, origin: Origin): Thing | null {
  const parts = toPlainPath(path).split('/').filter(Boolean);
  if (parts.length === 0) return null;
  const steps = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
    // '/events/page' is not a page.
    .filter((step) => !step.endsWith('/page'));
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: index === steps.length - 1 ? title : (findPublicPage(step)?.title ?? step.slice(1)),
      item: toAddress(step, origin),
    })),
  };
}

/** Escapes the JSON, so that no value can end the script element. */
export function toJsonLd(things: readonly Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
