import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const FINANCE: DemoLeague = {
  name: 'Finance',
  description:
    'Start with a balance sheet, end with a view you can defend. Markets, valuation and risk, worked through on real company filings with people who enjoy an argument.',
  badge: {
    name: 'Balanced Books',
    description: 'Finished every topic of the Finance league, with a view and the numbers behind it.',
  },
  assignment: {
    title: 'A two-page view on one company',
    description:
      'Choose a listed company and read its last two annual reports. Write two pages: how it earns money, what its cash flow says, what you think a share is worth and which three facts would change your mind. Show every number with its source.',
    dueInDays: 5,
  },
  weeks: [
    {
      name: 'Reading the statements',
      description: 'Three pages of numbers that say what a company owns, earns and spends.',
      sections: [
        {
          name: 'Balance sheet, income, cash',
          resources: [
            article('Balance sheet', 'https://en.wikipedia.org/wiki/Balance_sheet'),
            article('Cash flow statement', 'https://en.wikipedia.org/wiki/Cash_flow_statement'),
            link('Search company filings in full text', 'https://www.sec.gov/edgar/search/'),
          ],
        },
        {
          name: 'Money and time',
          resources: [
            article('Time value of money', 'https://en.wikipedia.org/wiki/Time_value_of_money'),
            video('Core finance', 'https://www.khanacademy.org/economics-finance-domain/core-finance'),
            link(
              'Compound interest calculator',
              'https://www.investor.gov/financial-tools-calculators/calculators/compound-interest-calculator',
            ),
          ],
        },
      ],
    },
    {
      name: 'Value and risk',
      description: 'What a share may be worth, and how wrong one can be about it.',
      sections: [
        {
          name: 'Valuation',
          resources: [
            link('Valuation: notes, data and lectures', 'https://pages.stern.nyu.edu/~adamodar/'),
            blog('Musings on Markets', 'https://aswathdamodaran.blogspot.com/'),
            article('Discounted cash flow', 'https://en.wikipedia.org/wiki/Discounted_cash_flow'),
          ],
        },
        {
          name: 'Portfolios and markets',
          resources: [
            video('Finance Theory I', 'https://ocw.mit.edu/courses/15-401-finance-theory-i-fall-2008/'),
            article('Modern portfolio theory', 'https://en.wikipedia.org/wiki/Modern_portfolio_theory'),
            video('Financial Markets, Yale', 'https://oyc.yale.edu/economics/econ-252-11'),
          ],
        },
        {
          name: 'Numbers of a whole economy',
          resources: [
            link('FRED: economic data', 'https://fred.stlouisfed.org/'),
            link('World Bank open data', 'https://data.worldbank.org/'),
            blog(
              'Letters to shareholders since 1977',
              'https://www.berkshirehathaway.com/letters/letters.html',
            ),
          ],
        },
      ],
    },
  ],
};
