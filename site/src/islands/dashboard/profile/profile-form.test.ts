import { afterEach, beforeEach, expect, test } from 'bun:test';
import { SUCCESS_MESSAGE_MS } from '#contract/constants.ts';
import { stopSession } from '#site/islands/shared/session/session.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import {
  $socialForm,
  cancelSocial,
  changeSocial,
  closeSocial,
  editSocial,
  resumeSocial,
  saveSocial,
} from './profile-form.ts';

const handles = { githubUsername: 'ada', twitterHandle: '@ada' };
afterEach(stopSession);
const browser = setUpFakeBrowser();

beforeEach(() => {
  browser.answer('PUT /auth/profile', ok({}));
  cancelSocial();
});

test('PROF-17 PROF-18 PROF-20 saving sends cleaned values of the fields that were changed', async () => {
  editSocial(handles);
  changeSocial('kaggleUsername', '  ada-k ');
  changeSocial('twitterHandle', '');
  changeSocial('githubUsername', ' ada');
  await saveSocial();
  expect(browser.sent('PUT /auth/profile')[0]?.body).toEqual({
    twitterHandle: null,
    kaggleUsername: 'ada-k',
  });
  expect($socialForm.get()).toMatchObject({
    mode: 'view',
    result: { kind: 'success', text: 'Social profiles updated successfully!' },
  });
  expect(SUCCESS_MESSAGE_MS).toBe(3000);
});

test('PROF-09 a draft brings back what was typed, and not what was saved elsewhere since', async () => {
  editSocial(handles);
  changeSocial('kaggleUsername', 'ada-k');
  changeSocial('discordUsername', 'a');
  changeSocial('discordUsername', '');
  closeSocial();
  resumeSocial({ githubUsername: 'countess', discordUsername: 'ada#1' });
  expect($socialForm.get().values).toMatchObject({
    githubUsername: 'countess',
    kaggleUsername: 'ada-k',
    discordUsername: 'ada#1',
  });
  await saveSocial();
  expect(browser.sent('PUT /auth/profile')[0]?.body).toEqual({ kaggleUsername: 'ada-k' });
});

test('PROF-09 pressed twice, saved once, and the form says that it is busy', async () => {
  editSocial(handles);
  const saving = saveSocial();
  expect($socialForm.get().mode).toBe('saving');
  await Promise.all([saving, saveSocial()]);
  expect(browser.sent('PUT /auth/profile')).toHaveLength(1);
});

test('PROF-19 an address that is none is told beside its field, and nothing is sent', async () => {
  editSocial(handles);
  changeSocial('portfolioUrl', 'ftp://ada.example');
  changeSocial('linkedinUrl', 'javascript:alert(1)');
  await saveSocial();
  expect($socialForm.get()).toMatchObject({
    mode: 'edit',
    errors: {
      portfolioUrl: 'Please enter a valid portfolio URL',
      linkedinUrl: 'Please enter a valid LinkedIn URL',
    },
    refusals: 1,
    result: null,
  });
  expect(browser.requests).toEqual([]);
  changeSocial('portfolioUrl', 'ada.example');
  expect($socialForm.get().errors.portfolioUrl).toBeUndefined();
  changeSocial('linkedinUrl', '');
  await saveSocial();
  expect(browser.sent('PUT /auth/profile')).toMatchObject([
    { body: { portfolioUrl: 'https://ada.example' } },
  ]);
});
