import {
  at,
  circle,
  faded,
  GREY,
  INK,
  mix,
  PAPER,
  rect,
  repeat,
  ring,
  SAND,
  shape,
  stroke,
  YELLOW,
} from './draw.ts';
import { person, personFromBehind } from './people.ts';
import { bulbs, chai, chart, lanyard, microphone, samosa } from './props.ts';
import { ridge, rows, type Scene, star, stars, table, tint, wall } from './scene-parts.ts';
import { SCENES_AT_WORK } from './scenes-at-work.ts';

export const SCENES = {
  ...SCENES_AT_WORK,
  hall: (accent, chance) =>
    wall(tint(accent, 0.82)) +
    rect(250, 70, 700, 330, INK, 8) +
    chart(460, 150, 0.95, tint(accent, 0.3), YELLOW) +
    rows(accent, chance, 480, 4),
  audience: (accent, chance) =>
    wall(INK) +
    shape('M600-60L120 800H1080Z', mix(YELLOW, INK, 0.72)) +
    rect(330, 300, 540, 150, mix(accent, INK, 0.55)) +
    person(600, 300, 0.9, chance, accent) +
    rows(accent, chance, 520, 4),
  chai: (accent, chance) =>
    wall(tint(accent, 0.7)) +
    rect(60, 90, 1080, 620, mix(accent, INK, 0.25), 30) +
    repeat(21, (index) =>
      chai(170 + (index % 7) * 143, 290 + Math.floor(index / 7) * 170 + chance.between(-4, 4), 1.5),
    ),
  snacks: (accent, chance) =>
    wall(YELLOW) +
    circle(820, 420, 300, PAPER) +
    ring(820, 420, 250, SAND, 6) +
    repeat(7, (index) =>
      samosa(680 + (index % 3) * 140 + chance.between(-8, 8), 330 + Math.floor(index / 3) * 130, 1.4),
    ) +
    repeat(4, (index) => chai(170 + (index % 2) * 190, 350 + Math.floor(index / 2) * 260, 2.1)) +
    stroke('M0 780H1200', accent, 40),
  dawn: (accent, chance) =>
    wall('#F6B58C') +
    rect(0, 0, 1200, 260, '#F9D3A6') +
    circle(600, 520, 170, YELLOW) +
    repeat(9, (index) => {
      const height = chance.between(120, 330);
      const color = mix(accent, INK, 0.65);
      return (
        rect(index * 140 - 20, 700 - height, 130, height, color) +
        repeat(4, (light) =>
          rect(
            index * 140 + 6 + (light % 2) * 50,
            730 - height + Math.floor(light / 2) * 60,
            24,
            30,
            chance.next() > 0.5 ? YELLOW : GREY,
          ),
        )
      );
    }) +
    rect(0, 690, 1200, 110, INK),
  pitch: (accent, chance) =>
    wall(INK) +
    shape('M300 0L60 800H760Z', mix(YELLOW, INK, 0.8)) +
    rect(520, 90, 580, 360, PAPER, 8) +
    chart(650, 220, 0.95, chance.pick([accent, tint(accent, 0.3)]), INK) +
    rect(0, 640, 1200, 160, mix(accent, INK, 0.35)) +
    person(330, 560, 1.5, chance, accent) +
    microphone(440, 700, 0.6) +
    repeat(9, (index) => personFromBehind(index * 150, 830, 0.8, chance, accent)),
  prototype: (accent, chance) =>
    wall(mix(accent, INK, 0.35)) +
    circle(760, 380, 300, mix(accent, PAPER, 0.2)) +
    rect(640, 150, 260, 480, INK, 36) +
    rect(660, 190, 220, 390, PAPER, 8) +
    circle(770, 300, 64, YELLOW) +
    stroke('M700 420H840M700 460H800M700 500H830', accent, 12) +
    person(330, 650, 1.8, chance, accent) +
    rect(0, 740, 1200, 60, INK),
  trophy: (accent) =>
    wall(mix(accent, PAPER, 0.1)) +
    repeat(18, (index) =>
      shape(
        `M600 400L${Math.round(600 + Math.cos((index / 18) * 6.283) * 900)} ${Math.round(400 + Math.sin((index / 18) * 6.283) * 900)}L${Math.round(600 + Math.cos(((index + 0.5) / 18) * 6.283) * 900)} ${Math.round(400 + Math.sin(((index + 0.5) / 18) * 6.283) * 900)}Z`,
        mix(accent, PAPER, 0.28),
      ),
    ) +
    shape('M430 160H770Q770 440 640 470V540H560V470Q430 440 430 160Z', YELLOW) +
    stroke('M430 210H350Q350 350 450 370M770 210H850Q850 350 750 370', YELLOW, 30) +
    rect(480, 540, 240, 50, INK, 6) +
    rect(420, 590, 360, 210, GREY) +
    stroke('M520 220Q520 340 560 390', PAPER, 14),
  group: (accent, chance) =>
    wall(mix(YELLOW, PAPER, 0.1)) +
    repeat(3, (row) =>
      repeat(9 - row, (index) =>
        person(
          600 + (index - (8 - row) / 2) * (128 + row * 22),
          350 + row * 170,
          0.95 + row * 0.22,
          chance,
          accent,
        ),
      ),
    ),
  venue: (accent) =>
    wall('#BFE0EE') +
    circle(1010, 150, 80, YELLOW) +
    rect(150, 250, 900, 480, tint(accent, 0.45)) +
    shape('M110 250H1090L600 90Z', mix(accent, INK, 0.2)) +
    repeat(6, (index) => rect(200 + index * 148, 300, 60, 380, PAPER)) +
    rect(500, 420, 200, 310, INK) +
    rect(330, 270, 540, 90, YELLOW, 6) +
    stroke('M380 315H650M690 315H820', INK, 16) +
    rect(0, 700, 1200, 100, '#6E8B4E') +
    shape('M480 800L540 700H660L720 800Z', SAND),
  checkIn: (accent, chance) =>
    wall(tint(accent, 0.8)) +
    rect(80, 80, 420, 130, YELLOW, 8) +
    stroke('M130 130H450M130 165H330', INK, 14) +
    repeat(3, (index) => person(240 + index * 260, 470, 1.1, chance, accent)) +
    table(540, mix(accent, INK, 0.25)) +
    repeat(6, (index) => rect(90 + index * 190, 500, 120, 50, PAPER, 6)) +
    repeat(5, (index) => personFromBehind(60 + index * 270, 830, 1.3, chance, accent)),
  lanyards: (accent) =>
    wall(SAND) +
    rect(0, 60, 1200, 30, GREY) +
    repeat(14, (index) =>
      at(
        (index % 7) * 164 + 110,
        80 + Math.floor(index / 7) * 350,
        1,
        lanyard(0, 0, index % 3 === 0 ? accent : index % 3 === 1 ? INK : mix(accent, INK, 0.4)),
      ),
    ),
  talk: (accent, chance) =>
    wall(mix(YELLOW, PAPER, 0.3)) +
    circle(330, 420, 250, accent) +
    circle(870, 420, 250, mix(accent, INK, 0.55)) +
    person(330, 560, 1.9, chance, accent) +
    person(870, 560, 1.9, chance, accent) +
    rect(430, 90, 340, 130, INK, 30) +
    shape('M520 210L480 270L580 215Z', INK) +
    [520, 600, 680].map((x) => circle(x, 155, 18, YELLOW)).join('') +
    rect(485, 560, 230, 260, PAPER, 8) +
    stroke('M520 610H680M520 656H650M520 702H676M520 748H620', tint(accent, 0.35), 12) +
    stroke('M508 662L662 648M508 754L632 742', INK, 9),
  bus: (accent, chance) =>
    wall('#BFE0EE') +
    ridge(470, 330, mix(accent, PAPER, 0.35), chance) +
    ridge(560, 200, mix(accent, INK, 0.2), chance) +
    rect(0, 620, 1200, 180, GREY) +
    stroke('M0 720H1200', YELLOW, 10) +
    rect(300, 390, 620, 270, YELLOW, 40) +
    repeat(4, (index) => rect(340 + index * 125, 430, 100, 90, INK, 12)) +
    rect(850, 430, 70, 130, INK, 12) +
    [440, 780].map((x) => circle(x, 660, 58, INK) + circle(x, 660, 24, PAPER)).join('') +
    stroke('M300 580H840', INK, 14),
  camp: (accent, chance) =>
    wall('#14203A') +
    stars(chance) +
    ridge(520, 300, mix(accent, INK, 0.7), chance) +
    rect(0, 560, 1200, 240, mix(accent, INK, 0.5)) +
    shape('M80 660L230 400L380 660Z', YELLOW) +
    shape('M230 400L200 660H280Z', INK) +
    shape('M820 660L980 420L1140 660Z', tint(accent, 0.4)) +
    shape('M980 420L950 660H1030Z', INK) +
    circle(600, 660, 190, mix(YELLOW, '#14203A', 0.7)) +
    shape('M600 500Q690 620 650 690Q600 730 550 690Q510 620 600 500Z', '#F07A2B') +
    shape('M600 580Q640 640 622 690Q600 706 578 690Q560 640 600 580Z', YELLOW) +
    repeat(4, (index) => personFromBehind(330 + index * 180, 800, 0.8, chance, accent)),
  trail: (accent, chance) =>
    wall('#F9E7C4') +
    circle(880, 210, 110, YELLOW) +
    ridge(420, 260, mix(accent, PAPER, 0.55), chance) +
    ridge(540, 240, mix(accent, PAPER, 0.25), chance) +
    ridge(660, 220, accent, chance) +
    ridge(800, 190, mix(accent, INK, 0.45), chance) +
    stroke('M80 800Q320 690 260 620T520 520T560 420', PAPER, 10),
  letter: (accent, chance) =>
    wall(accent) +
    circle(600, 400, 390, mix(accent, PAPER, 0.14)) +
    repeat(46, () => {
      const x = Math.round(chance.between(20, 1180));
      const y = Math.round(chance.between(10, 790));
      const turn = Math.round(chance.between(0, 180));
      return `<g transform="rotate(${turn} ${x} ${y})">${rect(x, y, 34, 12, chance.pick([YELLOW, PAPER, mix(accent, INK, 0.35)]), 3)}</g>`;
    }) +
    `<g transform="rotate(-5 600 410)">${
      rect(262, 202, 700, 440, mix(accent, INK, 0.4), 14) +
      rect(250, 190, 700, 440, PAPER, 14) +
      shape('M258 622L540 390H660L942 622Z', mix(SAND, PAPER, 0.45)) +
      shape('M256 196H944L640 452Q600 482 560 452Z', SAND) +
      stroke('M258 198L560 452Q600 482 640 452L942 198', mix(SAND, INK, 0.18), 8) +
      shape(star(600, 470, 112, 98, 14), mix(YELLOW, INK, 0.12)) +
      circle(600, 470, 84, YELLOW) +
      ring(600, 470, 64, mix(YELLOW, INK, 0.18), 6) +
      shape(star(600, 470, 44, 19, 5), INK)
    }</g>`,
  call: (accent, chance) =>
    wall(INK) +
    repeat(12, (index) => {
      const x = 60 + (index % 4) * 275;
      const y = 60 + Math.floor(index / 4) * 235;
      const box =
        index === 5 ? YELLOW : index % 3 === 0 ? accent : tint(accent, index % 3 === 1 ? 0.5 : 0.78);
      return `<svg x="${x}" y="${y}" width="255" height="215" viewBox="0 0 255 215">${rect(0, 0, 255, 215, box, 12)}${person(128, 185, 0.95, chance, accent)}</svg>`;
    }),
  openStage: (accent, chance) =>
    wall('#22335A') +
    stars(chance) +
    rect(180, 300, 840, 320, mix(accent, INK, 0.4)) +
    stroke('M180 620V240H1020V620', YELLOW, 18) +
    person(600, 560, 1.5, chance, accent) +
    microphone(720, 690, 0.55) +
    rect(120, 620, 960, 70, '#6B4A2C') +
    rect(0, 690, 1200, 110, '#39512F'),
  bulbsAndMicrophone: (accent) =>
    wall(mix(accent, INK, 0.15)) +
    bulbs(90, 9, 70) +
    circle(600, 470, 250, mix(accent, PAPER, 0.15)) +
    microphone(600, 780, 0.95) +
    faded(0.25, rect(0, 730, 1200, 70, INK)),
  reader: (accent, chance) =>
    wall(INK) +
    shape('M600-80L240 800H960Z', mix(YELLOW, INK, 0.35)) +
    rect(0, 700, 1200, 100, mix(accent, INK, 0.4)) +
    person(600, 600, 2.1, chance, accent) +
    rect(520, 590, 170, 130, PAPER, 4) +
    stroke('M545 625H665M545 655H640M545 685H665', INK, 6) +
    microphone(760, 760, 0.8),
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
