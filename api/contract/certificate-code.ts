// Crockford base32: no I, L, O or U.
const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Ignores case, spaces and dashes of a typed code, and reads O as 0 and I or L as 1. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** Normalized; null when it cannot be a code. */
export function readCertificateCode(typed: string): string | null {
  const code = normalizeCode(typed.slice(0, 64));
  return CODE.test(code) ? code : null;
}

export function toPrintedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
