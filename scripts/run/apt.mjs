import { existsSync } from 'node:fs';
import { captureProcess } from './processes.mjs';

/** Whether packages of Debian can be installed here. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the first of these packages of Debian that can be had, as root; the lists of packages are fetched where a machine
 * has none yet.
 * @returns {Promise<boolean>} False elsewhere, and where none can be had.
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
