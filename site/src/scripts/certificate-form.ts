import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';

const form = document.querySelector<HTMLFormElement>('[data-check-form]');
const input = form?.querySelector('input');
const fault = document.getElementById('code-fault');

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = input?.value.trim() ?? '';
  const code = readCertificateCode(typed.split('/').at(-1) ?? '');
  if (code) {
    location.assign(`/certificates/${toPrintedCode(code)}`);
    return;
  }
  input?.setAttribute('aria-invalid', 'true');
  if (fault)
    fault.textContent = typed
      ? 'This is not a code: it has twelve letters and digits.'
      : 'Type the code first.';
  input?.focus();
});
input?.addEventListener('input', () => {
  input.removeAttribute('aria-invalid');
  if (fault) fault.textContent = '';
});
