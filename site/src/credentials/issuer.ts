import type { JWK } from 'jose';
import { ISSUER_DOCUMENT_PATH } from '#contract/credentials.ts';

export interface Issuer {
  id: string;
  /** By the `kid` of what they sign. */
  keys: Map<unknown, JWK>;
}

/** Null unless `document` is a DID document. */
export function readIssuer(document: unknown): Issuer | null {
  const { id, verificationMethod, assertionMethod } = Object(document);
  if (typeof id !== 'string' || !Array.isArray(verificationMethod) || !Array.isArray(assertionMethod))
    return null;
  const signing = verificationMethod.filter((method) => assertionMethod.includes(method?.id));
  return { id, keys: new Map(signing.map((method) => [method.id, Object(method.publicKeyJwk)])) };
}

/** What the site answers now wins over the keys of the build, so a removed key no longer counts. */
export async function findIssuer(
  built: Issuer | null,
  ask: () => Promise<Response>,
): Promise<{ issuer: Issuer | null; isLive: boolean }> {
  try {
    const response = await ask();
    if (response.status === 404) return { issuer: built && { ...built, keys: new Map() }, isLive: true };
    const live = readIssuer(await response.json());
    return { issuer: live ?? built, isLive: live !== null };
  } catch {
    return { issuer: built, isLive: false };
  }
}

/** The DID document of the day, as JSON; null where none can be read. Never throws. */
export async function readIssuerAtBuild(siteUrl: string | undefined): Promise<string | null> {
  if (!siteUrl) return null;
  const address = new URL(ISSUER_DOCUMENT_PATH, siteUrl);
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2000) });
    if (response.status === 404) return null;
    const document = await response.json();
    if (readIssuer(document)) return JSON.stringify(document);
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    console.warn(
      `! No keys of credentials for /verify, which reads them when it is used: ${address}, ${error}`,
    );
    return null;
  }
}
