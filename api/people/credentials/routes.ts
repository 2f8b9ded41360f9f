import * as calls from '#contract/credentials.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { DEADLINE_MS, withDeadline } from '../../platform/db/deadline.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { envelope, FileReply } from '../../platform/http/reply.ts';
import { originOf, requestIdOf } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { dayIn } from '../../platform/process/product.ts';
import { WrongKeyError } from '../../platform/process/secrets.ts';
import { findHolder } from './awards.ts';
import { toCredential, toIssuer, toIssuerDocument, toStatusList } from './format.ts';
import { findRevoked, keepCredential } from './issue.ts';
import { findSigner, listKeys } from './keys.ts';

export function credentialRoutes(router: ApiRouter): void {
  const { deps, counter } = router;
  const { db, config, secret, log } = deps;
  const issuer = toIssuer(config);

  let isSealLogged = false;
  const findOwnSigner = async () => {
    try {
      return await findSigner(db, secret);
    } catch (error) {
      if (!(error instanceof WrongKeyError)) throw error;
      if (!isSealLogged) log.warn('credential_key_sealed', { advice: 'See npm run ops -- doctor' });
      isSealLogged = true;
      return null;
    }
  };
  const requireSigner = async () => {
    const signer = await findOwnSigner();
    if (!signer) throw new ApiError(calls.CREDENTIAL_ERRORS.CREDENTIALS_OFF);
    return signer;
  };

  router.serve(calls.listOwnCredentials, async ({ actor }) => {
    if (!(await findOwnSigner())) return { isOffered: false, credentials: [] };
    const awards = (await findHolder(db, actor.id))?.awards ?? [];
    const credentials = awards.map(({ earnedAt, achievement: _, projects, ...award }) => ({
      ...award,
      earnedOn: dayIn(config.TIME_ZONE, earnedAt),
      projectCount: projects.length,
    }));
    return { isOffered: true, credentials };
  });

  router.serve(calls.issueCredential, async ({ actor, body: { kind, id, hasProjects } }) => {
    const signer = await requireSigner();
    return inTransaction(db, async (tx) => {
      const holder = await findHolder(tx, actor.id);
      const award = holder?.awards.find((held) => held.kind === kind && held.id === id);
      if (!holder || !award) throw new ApiError(calls.CREDENTIAL_ERRORS.AWARD_NOT_FOUND);
      const shown = hasProjects ? award : { ...award, projects: [] };
      const credential = toCredential(issuer, await keepCredential(tx, award), shown, holder.email);
      return { credential: await signer.sign(issuer.id, credential) };
    });
  });

  let signing: Promise<string> | null = null;
  const signStatus = async () => {
    const signer = await requireSigner();
    return signer.sign(issuer.id, toStatusList(issuer, await findRevoked(db)));
  };
  router.servePublic(calls.getCredentialStatus, async () => {
    // Concurrent calls share one list, because a large one takes a tenth of a second.
    signing ??= signStatus().finally(() => {
      signing = null;
    });
    return new FileReply(calls.CREDENTIAL_MEDIA_TYPE, 'credential-status.jwt', await signing, true);
  });

  router.get(calls.ISSUER_DOCUMENT_PATH, ({ request }) =>
    withDeadline(DEADLINE_MS, async () => {
      await counter.take('read', 'address', limitKeyOf(originOf(request).address));
      const keys = await listKeys(db);
      if (keys.length === 0) throw new ApiError(calls.CREDENTIAL_ERRORS.CREDENTIALS_OFF);
      const response = envelope(200, toIssuerDocument(issuer, keys), requestIdOf(request));
      response.headers.set('access-control-allow-origin', '*');
      return response;
    }),
  );
}
