-- Texts in the form in which searches compare them.

-- A text in the form in which searches compare it: in lower case, without accents, with plain letters for special ones (ł, ø, ß), without apostrophes and
-- invisible characters. contract/platform/fold-text.ts does the same in TypeScript, and a test compares them. Its meaning never changes, because columns
-- contain its results: another folding has another name.
create or replace function fold_text(value text) returns text language sql immutable parallel safe
return case
  when value ~ '^[ -~]*$' then lower(translate(value, '''`', ''))
  else normalize(
    -- Letters that Unicode does not take apart, dashes, letters that Arabic, Persian and Urdu write differently, and their digits.
    translate(
      replace(replace(replace(replace(
        lower(regexp_replace(normalize(translate(value, U&'\00B4\0384\1FFD', ''), nfkd),
          -- Accents, points and vowel signs of Hebrew and Arabic; apostrophes, middle dots, and what is not seen.
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed''`\u00ad\u00b7\u02b9-\u02bf\u061c\u200b-\u200f\u2018-\u201b\u2027\u202a-\u202e\u2032\u2035\u2060-\u2064\u2066-\u2069\ufeff]',
          '', 'g') collate "und-x-icu"),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'\0142\00F8\0111\00F0\0127\0131\014B\0167\0259\03C2\0491\2010\2011\2012\2013\2014\2015\2212\0649\06CC\06D0\06A9\0629\06BE\06C1\06D5\0671\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
      U&'loddhinte\03C3\0433-------\064A\064A\064A\0643\0647\0647\0647\0647\062701234567890123456789'),
    nfkc)
end;

-- What a column holds that is searched: the folded text, and the words that some people spell in another way without accents ("Müller" is "muller", and
-- "mueller" too). Applied to its own result, it changes nothing.
create or replace function searchable_text(value text) returns text language sql immutable parallel safe
return case
  when value ~ '^[ -~]*$' then fold_text(value)
  else fold_text(value) || coalesce(' ' || (
    select string_agg(w.word, ' ' order by w.place)
    from (
      select u.word, min(u.place) as place
      from unnest(string_to_array(fold_text(
        replace(replace(replace(replace(replace(replace(replace(lower(normalize(value, nfkc) collate "und-x-icu"),
          'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'), 'ə', 'a'), 'đ', 'dj')), ' ')) with ordinality as u (word, place)
      where u.word <> all (string_to_array(fold_text(value), ' '))
      group by u.word) w), '')
end;
