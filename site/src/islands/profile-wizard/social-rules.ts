import { isHttpUrl } from '#contract/text.ts';

export interface SocialValues {
  twitterHandle: string;
  linkedinUrl: string;
  githubUsername: string;
}

const LINKEDIN_HOST = 'linkedin.com';
const GITHUB_USERNAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Faults of the social handles; empty ones raise none (MIGR-32 to MIGR-36). */
export function validateSocial({
  twitterHandle,
  linkedinUrl,
  githubUsername,
}: SocialValues): Partial<Record<keyof SocialValues, string>> {
  const linkedinFault = toLinkedinFault(linkedinUrl.trim());
  return {
    ...(isEmptyOr(twitterHandle, (handle) => handle.startsWith('@'))
      ? {}
      : { twitterHandle: 'Twitter handle must start with @' }),
    ...(linkedinFault ? { linkedinUrl: linkedinFault } : {}),
    ...(isEmptyOr(githubUsername, (name) => GITHUB_USERNAME.test(name))
      ? {}
      : { githubUsername: 'Please enter a valid GitHub username' }),
  };
}

function isEmptyOr(value: string, holds: (trimmed: string) => boolean): boolean {
  return value.trim() === '' || holds(value.trim());
}

function toLinkedinFault(value: string): string | null {
  if (value === '') return null;
  if (!URL.canParse(value)) return 'Please enter a valid URL';
  const { hostname } = new URL(value);
  const isLinkedin = hostname === LINKEDIN_HOST || hostname.endsWith(`.${LINKEDIN_HOST}`);
  return isLinkedin && isHttpUrl(value) ? null : 'Please enter a valid LinkedIn URL';
}
