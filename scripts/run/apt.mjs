import { existsSync } from 'node:fs';
import { captureProcess } from './processes.mjs';

export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the first available of these Debian packages as root.
 * @returns {Promise<boolean>} False without root or apt, or if none is available.
 */
export async function installPackage(...names) {
  if (!mayInstallPackages()) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...args) => (await captureProcess('apt-get', args, { env })).code === 0;
  const install = async () => {
    for (const name of names) {
      if (await apt('install', '-y', '--no-install-recommends', name)) return true;
    }
    return false;
  };
  return (await install()) || ((await apt('update')) && (await install()));
}
