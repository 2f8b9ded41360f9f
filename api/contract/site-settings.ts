import { z } from 'zod';
import { NonEmptyText, OutsideUrl } from './content-fields.ts';

const Repository = z.strictObject({
  owner: NonEmptyText.describe('Account that owns the repository'),
  repo: NonEmptyText.describe('Name of the repository'),
});

/** Schema of `site.json` in the content folder. */
export const SiteSettings = z.strictObject({
  name: NonEmptyText.describe('Name of the product, wherever it is written'),
  shortName: NonEmptyText.describe(
    "Two or three letters, for small places: the 'ID' of a learner begins with them",
  ),
  olPrefix: NonEmptyText.describe("Letters before a learner's number"),
  handle: z
    .string()
    .regex(/^@\w+$/, "must start with '@'")
    .describe('Handle on social networks'),
  hashtag: z
    .string()
    .regex(/^#\w+$/, "must start with '#'")
    .describe('Hashtag in shared posts'),
  cohort: NonEmptyText.describe('Name of the open cohort; home, pages and programme write it as {cohort}'),
  tagline: NonEmptyText.describe('One sentence on what this is'),
  statusUrl: OutsideUrl.describe('Address of the server status page'),
  inviteUrl: OutsideUrl.describe('Invitation to the messaging community; also the QR code of the home page'),
  socialUrl: OutsideUrl.describe('Address of the social profile'),
  mailbox: z.email('must be an email address').describe('The mailbox for questions'),
  instituteAddress: NonEmptyText.describe('Postal address of the institute'),
  postWidget: z
    .strictObject({
      network: NonEmptyText.describe('Name of the social network, as the consent line says it'),
      scriptUrl: OutsideUrl.describe("Address of the network's own embed script"),
      origins: z.array(OutsideUrl).describe('Further addresses that the embed needs'),
    })
    .describe('How posts of learners are embedded, once a visitor asks for it'),
  iconSources: z
    .array(z.string().regex(/^https:\/\/[^\s,]*\{host\}[^\s,]*$/, 'must start with https:// and hold {host}'))
    .describe('Where the server looks for the icon of a site that a resource is on, in this order'),
  repositories: z
    .strictObject({
      client: Repository.describe('The site'),
      server: Repository.describe('The service behind it'),
      monitoring: Repository.describe('What watches over both'),
    })
    .describe('The three repositories whose changes stand on the updates page'),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
