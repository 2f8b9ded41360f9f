import { type CollectionEntry, getEntry } from 'astro:content';
import { fillCohort } from './cohort.ts';

const FILES = {
  accelerate: 'programme/accelerate.json',
  home: 'home/home.json',
  pages: 'pages/pages.json',
  programme: 'programme/programme.json',
};

/** Fills in the name of the open cohort. Throws when the entry is missing. */
export async function readWords<Name extends keyof typeof FILES>(
  name: Name,
): Promise<CollectionEntry<Name>['data']> {
  const entry = (await getEntry(name, name)) as CollectionEntry<Name> | undefined;
  return fillCohort(requireEntry<CollectionEntry<Name>>(entry, `content/${FILES[name]}`).data);
}

/** Throws with the file name when the entry is missing. */
export function requireEntry<Entry>(entry: Entry | undefined, file: string): Entry {
  if (!entry) throw new Error(`${file} is missing`);
  return entry;
}
