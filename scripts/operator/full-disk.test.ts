import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataFolder } from '#api/test/data-folder.ts';
import { embeddedSnapshot } from '#api/test/make-app.ts';
import { runCommand } from '#api/test/operator-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
/** A small disk can be made by root alone. */
const isMounted =
  Bun.which('mount') !== null &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).exitCode === 0;
afterAll(async () => {
  if (isMounted) Bun.spawnSync(['umount', '-l', disk]);
  await rm(folder, { recursive: true, force: true });
});

/** Leaves so many bytes of the disk. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - left));
}

(isMounted ? test : test.skip)(
  'a full disk is called so, whatever is written, and nothing half-written stays',
  async () => {
    const whole = { DATA_DIR: join(folder, 'data') };
    const backup = join(folder, 'backup.tar.gz');
    await fillDataFolder(whole);
    await Bun.write(backup, Bun.gzipSync(await (await embeddedSnapshot()).bytes()));

    const full = (place: string) => ({
      code: 1,
      output: `✖ There is no room left on the disk for ${place}. Make room: docs/operations.md, "The disk is full".`,
    });
    const small = { DATA_DIR: join(disk, 'data') };
    fill(2_000_000);
    const copy = join(disk, 'copy.tar.gz');
    expect(await runCommand('ops/backup.ts', [copy], whole)).toEqual(full(copy));
    expect(readdirSync(disk)).toEqual(['ballast']);
    expect(await runCommand('ops/restore.ts', [backup], small)).toEqual(
      full(`${small.DATA_DIR}/database.restored`),
    );
    expect(
      await runCommand('ops/create-admin.ts', ['--email', 'a@example.org', '--name', 'A'], small),
    ).toEqual(full(`${small.DATA_DIR}/database`));
    await rm(join(disk, 'ballast'));
    await rm(small.DATA_DIR, { recursive: true });
    fill(0);
    expect(await runCommand('ops/restore.ts', [backup], small)).toEqual(full(small.DATA_DIR));
  },
  300_000,
);
