/** The signs of a code: Crockford base32, which has no I, L, O or U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * Reads a certificate's code as people type it: in any case, with or without dashes and spaces, O for 0, I and L for 1.
 * Null when it cannot be a code.
 */
export function readCertificateCode(typed: string): string | null {
  const code = typed
    .slice(0, 64)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** A code in groups of four, as it is printed: `7K3M-Q9TX-2BND`. */
export function toPrintedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
