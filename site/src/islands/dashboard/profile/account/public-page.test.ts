import { beforeEach, expect, test } from 'bun:test';
import { ADDRESS_RULE, type OwnPublicProfile } from '#contract/public-profile.ts';
import { ok, refusal, setUpFakeBrowser } from '../../../shared/testing/fake-browser.ts';
import { createPageForm, publicPage } from './public-page.ts';

const CALL = 'PUT /users/me/public-profile';
const HIDDEN = {
  ...{ isPublic: false, isIndexed: false, showsName: false, showsLeagues: false, showsBadges: false },
  ...{ showsCertificates: false, showsEvents: false, showsLinks: false },
};
const project = (id: string, isPicked: boolean) => ({ id, title: id, league: 'ML', url: null, isPicked });
const own = (address: string | null): OwnPublicProfile => ({
  settings: { ...HIDDEN, address, about: null },
  submissions: [project('s1', true), project('s2', false)],
  preview: {
    ...{ name: null, about: null, isIndexed: false, leagues: null, badges: null, certificates: null },
    ...{ projects: null, events: null, links: null },
  },
});

const browser = setUpFakeBrowser();
beforeEach(() => localStorage.setItem('accessToken', 'a'));

test('what is chosen is sent whole, and the reply is shown', async () => {
  let saved = 0;
  const form = createPageForm(own('asha'), () => {
    saved += 1;
  });
  form.change('showsBadges', true);
  form.change('address', ' Asha-Verma ');
  form.change('about', 'I build');
  browser.answer(CALL, ok(own('asha-verma')));
  await form.submit();
  expect(browser.sent(CALL).map(({ body }) => body)).toEqual([
    { ...HIDDEN, showsBadges: true, address: 'Asha-Verma', about: 'I build', projectIds: ['s1'] },
  ]);
  expect([saved, publicPage.$state.get().data?.settings.address]).toEqual([1, 'asha-verma']);
});

test('only the first address may be left to the server', async () => {
  browser.answer(CALL, ok(own('k3j9x7w2qm')));
  await createPageForm(own(null), () => {}).submit();
  expect(browser.sent(CALL)[0]?.body).not.toHaveProperty('address');
  const form = createPageForm(own('asha'), () => {});
  for (const address of ['', 'ab', 'a_b', '-asha', 'аsha']) {
    form.change('address', address);
    await form.submit();
    expect([address, form.$form.get().errors]).toEqual([address, { address: ADDRESS_RULE }]);
  }
  form.change('address', 'asha');
  form.change('about', 'a'.repeat(281));
  await form.submit();
  expect(form.$form.get().errors).toEqual({ about: 'About must be 280 characters or less' });
  expect(browser.sent(CALL)).toHaveLength(1);
});

test('a taken address is refused at its field', async () => {
  const form = createPageForm(own('asha'), () => {});
  form.change('address', 'taken');
  browser.answer(CALL, refusal(409, 'This address is taken', { code: 'ADDRESS_TAKEN' }));
  await form.submit();
  expect(form.$form.get()).toMatchObject({ busy: false, values: { address: 'taken' } });
  expect(form.$form.get().errors.address).toContain('Somebody else has this address');
});
