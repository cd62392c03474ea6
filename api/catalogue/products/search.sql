-- What finds a product for a keyword.

-- What a text is found by: its stems, and those of words with accents or special letters as searches compare them ("Pâtissier" is found by "patissier").
create or replace function text_vector(value text) returns tsvector language sql immutable strict parallel safe
return case
  when value ~ '^[ -~]*$' then to_tsvector('english', value)
  else to_tsvector('english', value) || coalesce(to_tsvector('english', searchable_text((
    select string_agg(w.word, ' ') from unnest(regexp_split_to_array(value, '\s+')) w (word) where w.word !~ '^[ -~]*$'))), '')
end;

-- A lexeme exactly as given, whatever characters it consists of; nothing in it can become an operator.
create or replace function raw_lexeme(word text, is_prefix boolean) returns tsquery language sql immutable strict as $$
  select ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' || case when is_prefix then ':*' else '' end)::tsquery
$$;

-- The words of a keyword, in lower case and in order; at most ten.
create or replace function keyword_words(keyword text) returns text[] language sql immutable strict as $$
  select coalesce(array_agg(word order by place) filter (where place <= 10), '{}')
  from (select word, row_number() over () as place from regexp_split_to_table(lower(keyword), '\s+') word where word <> '') w
$$;

-- The stems of a word, all of which must be found: "t-shirts" has two. Null for a stop word.
create or replace function stem_query(word text) returns tsquery language plpgsql immutable strict as $$
declare
  stem text;
  every tsquery;
begin
  foreach stem in array tsvector_to_array(to_tsvector('english', word)) loop
    every := case when every is null then raw_lexeme(stem, false) else every && raw_lexeme(stem, false) end;
  end loop;
  return every;
end $$;

-- Every word must be found, by its stem or exactly as typed, which is how SKUs are stored, or, with accents or special letters, in a
-- spelling without them. The last word may be the beginning of a word, and the whole keyword the beginning of a SKU. Stop words ("for",
-- "!") count only when there is nothing else.
create or replace function keyword_query(keyword text) returns tsquery language plpgsql immutable strict as $$
declare
  words text[] := keyword_words(keyword);
  last int := cardinality(words);
  stems tsquery;
  every tsquery;
  spelling text;
begin
  if last = 0 then return null; end if;
  for place in 1 .. last loop
    stems := stem_query(words[place]);
    if stems is null then continue; end if;
    stems := stems || raw_lexeme(words[place], place = last);
    if words[place] !~ '^[ -~]*$' then
      foreach spelling in array array_remove(string_to_array(searchable_text(words[place]), ' '), '') loop
        stems := stems || coalesce(stem_query(spelling), raw_lexeme(spelling, false)) || raw_lexeme(spelling, place = last);
      end loop;
    end if;
    every := case when every is null then stems else every && stems end;
  end loop;
  return coalesce(every || raw_lexeme(array_to_string(words, ' '), true), raw_lexeme(words[last], true));
end $$;

-- Products whose names resemble a keyword that matches nothing: every word must be found or, if it consists of letters,
-- resemble a part of the name.
create or replace function similar_products(organisation bigint, keyword text) returns table (product_id bigint, similarity real)
language sql stable strict set pg_trgm.strict_word_similarity_threshold = 0.27 as $$
  with word as (
    select distinct w from unnest(keyword_words(keyword)) w where stem_query(w) is not null),
  hit as (
    select w, l.product_id, strict_word_similarity(w, l.name) as similarity
    from word join product_listing l on l.organisation_id = organisation and l.name %>> w where w ~ '^[[:alpha:]]{3,}$'
    union all
    select w, l.product_id, 1
    from word join product_listing l on l.organisation_id = organisation and l.search @@ keyword_query(w))
  select best.product_id, sum(best.similarity)::real
  from (select w, hit.product_id, max(hit.similarity) as similarity from hit group by w, hit.product_id) best
  group by best.product_id having count(*) = (select count(*) from word)
$$;
