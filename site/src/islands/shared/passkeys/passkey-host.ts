/**
 * True where this browser can use a passkey on this page: a secure address with a host name. Bare IP addresses have none
 * (WebAuthn level 3, 5.1.2).
 */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
