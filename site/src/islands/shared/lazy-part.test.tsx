import { expect, test } from 'bun:test';
import { type ComponentType, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { lazyPart } from './lazy-part.ts';

const failing = () => Promise.reject<ComponentType<{ name: string }>>(new TypeError('Failed to fetch'));

async function draw(Part: ComponentType<{ name: string }>): Promise<string> {
  const { prelude } = await prerender(
    <main>
      <Suspense fallback={null}>
        <Part name="Ada" />
      </Suspense>
    </main>,
  );
  return (await new Response(prelude).text()).replace(/<!--.*?-->/g, '');
}

test('a part whose code does not arrive leaves the screen as it is, or what stands for it', async () => {
  expect(
    await draw(
      lazyPart(
        async () =>
          ({ name }) =>
            name,
      ),
    ),
  ).toBe('<main>Ada</main>');
  expect(await draw(lazyPart(failing))).toBe('<main></main>');
  expect(await draw(lazyPart(failing, ({ name }) => `no part for ${name}`))).toBe(
    '<main>no part for Ada</main>',
  );
});
