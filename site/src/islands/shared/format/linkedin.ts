interface Certification {
  title: string;
  issuer: string;
  /** YYYY-MM-DD. */
  completedOn: string;
  code: string | null;
}

/** LinkedIn's form for a certification; `page` is where others check it. */
export function toLinkedInAddress({ title, issuer, completedOn, code }: Certification, page: string): string {
  const [year = '', month = ''] = completedOn.split('-');
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: issuer,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: page,
    ...(code ? { certId: code } : {}),
  });
  return `https://www.linkedin.com/profile/add?${fields}`;
}
