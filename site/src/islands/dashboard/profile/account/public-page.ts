import {
  ABOUT_MAX_LENGTH,
  ADDRESS_RULE,
  getOwnPublicProfile,
  isProfileAddress,
  type OwnPublicProfile,
  type PUBLIC_PROFILE_ERRORS,
  savePublicProfile,
} from '#contract/public-profile.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import { createForm, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';
import { announce } from '#site/islands/shared/toast/toast.ts';

export const publicPage = createQuery('public page', () => callApi(getOwnPublicProfile));

export const toPageAddress = (address: string) => `${location.origin}/people/${address}`;

const toValues = ({ settings, submissions }: OwnPublicProfile) => ({
  ...settings,
  address: settings.address ?? '',
  about: settings.about ?? '',
  projectIds: submissions.flatMap(({ id, isPicked }) => (isPicked ? [id] : [])),
});
type PageValues = ReturnType<typeof toValues>;

const TAKEN: keyof typeof PUBLIC_PROFILE_ERRORS = 'ADDRESS_TAKEN';

export function createPageForm(own: OwnPublicProfile, onSaved: () => void): Form<PageValues> {
  // The server draws the first address of a person who chooses none.
  const isFree = (address: string) => address === '' && own.settings.address === null;
  return createForm<PageValues>({
    initial: toValues(own),
    validate: ({ address, about }) => ({
      ...(isFree(address.trim()) || isProfileAddress(address.trim()) ? {} : { address: ADDRESS_RULE }),
      ...(lengthOf(about.trim()) > ABOUT_MAX_LENGTH ? { about: toTooLong('About', ABOUT_MAX_LENGTH) } : {}),
    }),
    submit: async ({ address, ...values }) => {
      const chosen = address.trim();
      const body = { ...values, ...(chosen ? { address: chosen } : {}) };
      publicPage.put(await callApi(savePublicProfile, { body }));
      announce('Your public page is saved.');
      onSaved();
      return 'staying';
    },
    explain: (error) =>
      error instanceof ApiFailure && error.code === TAKEN
        ? { address: 'Somebody else has this address. Please choose another one.' }
        : {},
  });
}
