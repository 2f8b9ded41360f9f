import { createHash } from 'node:crypto';
import { InputError } from '../../platform/errors/api-error.ts';
import { fetchOutside } from '../../platform/http/outgoing.ts';
import type { Deps } from '../../platform/http/router.ts';

const TIMEOUT_MS = 1000;
const ANSWER_MAX_BYTES = 512 * 1024;
// The service learns five hex digits of the hash; hundreds of passwords share them.
const PREFIX_LENGTH = 5;

/**
 * Throws an InputError for a password that BREACHED_PASSWORDS_URL knows; a failing service refuses nothing
 * (docs/security.md P3). Call it last, and never at sign-in.
 */
export async function requireUnbreachedPassword(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  password: string,
): Promise<void> {
  if (!config.BREACHED_PASSWORDS_URL) return;
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  let isBreached: boolean;
  try {
    const range = await fetchRange(config.BREACHED_PASSWORDS_URL, hash.slice(0, PREFIX_LENGTH));
    isBreached = isInRange(range, hash.slice(PREFIX_LENGTH));
  } catch (error) {
    // The message of a failed request contains its URL, which ends in the hash prefix.
    log.warn('breached_passwords_unavailable', { reason: toReason(error) });
    return;
  }
  if (isBreached) {
    throw new InputError(['Password is known from a data breach. Please choose another one']);
  }
}

class UnusableAnswer extends Error {}

function toReason(error: unknown): string {
  if (error instanceof UnusableAnswer) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}

async function fetchRange(base: string, prefix: string): Promise<string> {
  const { status, bytes } = await fetchOutside(`${base.replace(/\/*$/, '/')}${prefix}`, {
    isTrusted: true,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_MAX_BYTES,
    headers: { 'add-padding': 'true' },
  });
  if (status !== 200) throw new UnusableAnswer(`status ${status}`);
  if (!bytes) throw new UnusableAnswer('too long');
  return new TextDecoder().decode(bytes);
}

const RANGE_LINE = /^[0-9A-F]{35}:\d+\s*$/im;

// Throws unless lines are `SUFFIX:COUNT`, for example for a firewall's page. Padding has count 0.
function isInRange(range: string, suffix: string): boolean {
  if (range.trim() !== '' && !RANGE_LINE.test(range)) throw new UnusableAnswer('not a range');
  return range.split('\n').some((line) => {
    const [known = '', count = ''] = line.trim().split(':');
    return known.toUpperCase() === suffix && Number(count) > 0;
  });
}
