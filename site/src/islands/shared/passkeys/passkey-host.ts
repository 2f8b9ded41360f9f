/** Needs a secure address with a host name; bare IP addresses have no passkeys (WebAuthn level 3, 5.1.2). */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
