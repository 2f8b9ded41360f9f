import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What the options of either ceremony have in common for whoever answers them. */
interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** What an answer may get wrong, for tests of what is refused. */
export interface Tampering {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  crossOrigin?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
  /** Makes the attestation; `none` where left out. */
  attest?: (made: Made) => { fmt: string; attStmt: Map<string, unknown> };
}

/** The parts of a new passkey that an attestation signs. */
export interface Made {
  authData: Uint8Array;
  clientDataHash: Uint8Array;
  privateKey: KeyObject;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');
const number32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A passkey in software: one ES256 key that signs what an authenticator and a browser would (WebAuthn level 3, 6.1). */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  private userHandle = '';
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly origin = 'http://localhost:3000') {}

  /** The answer to navigator.credentials.create(). */
  create(options: Options, tampering: Tampering = {}) {
    this.userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.head(tampering.rpId ?? options.rp?.id ?? '', 0x40, tampering),
      Buffer.alloc(16),
      length,
      id,
      this.publicKey(),
    ]);
    const clientDataJSON = this.clientData('webauthn.create', options, tampering);
    const { fmt, attStmt } = tampering.attest?.({
      authData,
      clientDataHash: sha256(Buffer.from(clientDataJSON, 'base64url')),
      privateKey: this.keys.privateKey,
    }) ?? { fmt: 'none', attStmt: new Map() };
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.credential({
      clientDataJSON,
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** The answer to navigator.credentials.get(). */
  get(options: Options, tampering: Tampering = {}) {
    this.counter += 1;
    const clientDataJSON = this.clientData('webauthn.get', options, tampering);
    const authenticatorData = this.head(tampering.rpId ?? options.rpId ?? '', 0, tampering);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.credential({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.keys.privateKey)),
      userHandle: tampering.userHandle ?? this.userHandle,
    });
  }

  private credential(response: Record<string, unknown> & { clientDataJSON: string }) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }

  private clientData(type: string, options: Options, tampering: Tampering): string {
    const { challenge = options.challenge, origin = this.origin, crossOrigin = false } = tampering;
    return base64url(JSON.stringify({ type: tampering.type ?? type, challenge, origin, crossOrigin }));
  }

  /** Hash of the host, flags (person present 1, person verified 4) and counter. */
  private head(rpId: string, flags: number, { isUserVerified = true, counter = this.counter }: Tampering) {
    const bits = flags | 1 | (isUserVerified ? 4 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), number32(counter)]);
  }

  /** As COSE: EC2 (2), ES256 (-7), P-256 (1), x, y. */
  private publicKey(): Uint8Array {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key as never);
  }
}
