import site from '../../content/site.json' with { type: 'json' };
import { expect, test } from './fixtures.ts';

const SECTIONS = {
  '/privacy': [
    'Information We Collect',
    'How We Use Your Information',
    'Information Sharing',
    'Data Security',
    'Your Rights',
    'Cookies and Tracking',
    "Children's Privacy",
    'Changes',
    'Contact',
  ],
  '/terms': [
    'Acceptance',
    'Platform Description',
    'User Accounts',
    'Acceptable Use',
    'Content and IP',
    'Privacy',
    'Educational Use',
    'Disclaimers',
    'Limitation of Liability',
    'Termination',
    'Governing Law',
    'Changes',
    'Contact',
  ],
};
/** What one section must say. */
const WORDS: Record<string, RegExp> = {
  "Children's Privacy": /13 years and older/,
  'Educational Use': /not official academic credit/,
  'Governing Law': /India[\s\S]*courts of Punjab/,
};

for (const [path, sections] of Object.entries(SECTIONS)) {
  test(`LEGAL-01 to 08 ${path} holds every named section and leads back home`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText('Last updated June 13, 2025')).toBeVisible();
    await expect(main.getByRole('heading', { level: 2 }).filter({ hasNotText: 'On this page' })).toHaveText(
      sections,
    );
    for (const section of sections) {
      // A section's words are what stands between its heading and the next.
      const words = await main
        .getByRole('heading', { level: 2, name: section, exact: true })
        .evaluate((heading) => {
          let text = '';
          for (
            let next = heading.nextElementSibling;
            next && next.tagName !== 'H2';
            next = next.nextElementSibling
          ) {
            text += next.textContent;
          }
          return text.trim();
        });
      expect(words.length, section).toBeGreaterThan(60);
      if (WORDS[section]) expect(words, section).toMatch(WORDS[section]);
      if (section === 'Contact') {
        expect(words).toContain(site.mailbox);
        expect(words).toContain(site.instituteAddress);
      }
    }
    await expect(main.getByRole('link', { name: site.mailbox })).toHaveAttribute(
      'href',
      `mailto:${site.mailbox}`,
    );

    // The table of contents leads to each section, clear of the bar.
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveText(sections);
    const target = sections.at(-4) ?? '';
    await contents.getByRole('link', { name: target, exact: true }).press('Enter');
    const heading = main.getByRole('heading', { level: 2, name: target, exact: true });
    await expect(heading).toBeInViewport();
    const barBottom = await page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom);
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(barBottom);

    await main.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/');
  });
}
