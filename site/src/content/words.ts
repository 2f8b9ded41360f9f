import { type CollectionEntry, getEntry } from 'astro:content';
import { fillCohort } from './cohort.ts';
import { requireEntry } from './require-entry.ts';

/** The files that hold the words of pages. */
const FILES = {
  accelerate: 'programme/accelerate.json',
  home: 'home/home.json',
  pages: 'pages/pages.json',
  programme: 'programme/programme.json',
};

/** The words of a file, with the name of the open cohort. Throws, naming the file, when the content does not have it. */
export async function readWords<Name extends keyof typeof FILES>(
  name: Name,
): Promise<CollectionEntry<Name>['data']> {
  const entry = (await getEntry(name, name)) as CollectionEntry<Name> | undefined;
  return fillCohort(requireEntry<CollectionEntry<Name>>(entry, `content/${FILES[name]}`).data);
}
