/** WebAuthn needs a host name; it does not work on IP addresses (WebAuthn level 3, 5.1.2). */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}
