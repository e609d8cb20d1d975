#include "base/json_object.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

std::string refusal(std::string_view text) {
  return message_of<InputError>([&] { const JsonObject object(text); });
}

template <typename F>
std::string refusal(std::string_view text, F f) {
  return message_of<InputError>([&] { f(JsonObject(text)); });
}

TEST(JsonObject, ReadsMembers) {
  const JsonObject object(
      R"({"w":-3,"u":18446744073709551615,"n":1.5,"t":"x","o":[{"a":1},{"a":2}],"z":null})");
  EXPECT_EQ(object.get_integer("w", -3, 0), -3);
  EXPECT_EQ(object.get_unsigned("u"), 18446744073709551615u);
  EXPECT_EQ(object.get_number("n", 1.0, 2.0), 1.5);
  EXPECT_EQ(object.get_string("t"), "x");
  EXPECT_EQ(object.get_objects("o").at(1).get_integer("a"), 2);
  EXPECT_TRUE(object.has_value("w"));
  EXPECT_FALSE(object.has_value("z"));
  EXPECT_FALSE(object.has_value("absent"));
}

TEST(JsonObject, ErrorNamesTheKeyAndWhatIsExpected) {
  const auto whole = [](const JsonObject& object) { (void)object.get_integer("k", 0, 9); };
  EXPECT_EQ(refusal("{}", whole), "k: is missing (expected a whole number from 0 to 9)");
  EXPECT_EQ(refusal(R"({"k":1.5})", whole), "k: expected a whole number from 0 to 9, not 1.5");
  EXPECT_EQ(refusal(R"({"k":-1})", whole), "k: expected a whole number from 0 to 9, not -1");
  EXPECT_TRUE(holds(refusal(R"({"k":18446744073709551615})", whole), "not 184467"));
  const auto seed = [](const JsonObject& object) { (void)object.get_unsigned("k"); };
  for (const char* text : {R"({"k":-1})", R"({"k":1.5})", R"({"k":1180591620717411303424})"}) {
    EXPECT_TRUE(holds(refusal(text, seed), "k: expected a whole number from 0")) << text;
  }
  EXPECT_EQ(refusal(R"({"k":5})", [](const JsonObject& object) { (void)object.get_string("k"); }),
            "k: expected a text, not 5");
  EXPECT_EQ(refusal(R"({"k":5})", [](const JsonObject& object) { object.expect_string("k", "v"); }),
            "k: expected \"v\", not 5");
}

TEST(JsonObject, ReadsListsOfGivenTypeAndLength) {
  const JsonObject object(R"({"n":[1,null,-2.5],"t":["a","b"]})");
  const std::vector<double> numbers = object.get_numbers("n", 3, -3.0, 3.0);
  EXPECT_EQ(numbers[0], 1.0);
  EXPECT_NE(numbers[1], numbers[1]) << "null is not a number";
  EXPECT_EQ(numbers[2], -2.5);
  EXPECT_EQ(object.get_strings("t", 2), (std::vector<std::string>{"a", "b"}));
  const auto numbers_of = [](const JsonObject& o) { (void)o.get_numbers("k", 2, 0.0, 1.0); };
  for (const char* text :
       {R"({"k":5})", R"({"k":[1]})", R"({"k":[1,2]})", R"({"k":[1,"1"]})", R"({"k":[0,0,0]})"}) {
    EXPECT_TRUE(
        holds(refusal(text, numbers_of), "k: expected a list of 2 numbers from 0 to 1, not "))
        << text;
  }
  EXPECT_EQ(refusal("{}", numbers_of), "k: is missing (expected a list of 2 numbers from 0 to 1)");
  EXPECT_EQ(refusal(R"({"k":["a",1]})", [](const JsonObject& o) { (void)o.get_strings("k", 2); }),
            R"(k: expected a list of 2 texts, not ["a",1])");
}

TEST(JsonObject, NestedObjectsOutliveTheirParent) {
  std::vector<JsonObject> parts;
  {
    const JsonObject whole(R"({"o":[{"p":[{"a":7}]}]})");
    parts = whole.get_objects("o").at(0).get_objects("p");
  }
  EXPECT_EQ(parts.at(0).get_integer("a"), 7);
}

TEST(JsonObject, RejectsTruncatedInput) {
  for (const char* text : {"", "{", "{\"a\":", "{\"a\":1"})
    EXPECT_THROW(JsonObject{text}, JsonSyntaxError);
  EXPECT_THROW(JsonObject("[1]"), InputError);
  try {
    const JsonObject object("[1]");
  } catch (const JsonSyntaxError&) {
    FAIL() << "it is JSON";
  } catch (const InputError&) {
  }
}

TEST(JsonObject, ReadsListsAndScalars) {
  const JsonObject object(R"({"d":[3,1],"y":true,"i":"a\"b","n":-7})");
  EXPECT_EQ(object.get_integers("d", 2, 1, 6), (std::vector<std::int64_t>{3, 1}));
  EXPECT_TRUE(object.get_boolean("y"));
  EXPECT_EQ(object.get_scalar_as_json("i"), R"("a\"b")");
  EXPECT_EQ(object.get_scalar_as_json("n"), "-7");
  EXPECT_THAT(object.keys(), testing::ElementsAre("d", "i", "n", "y"));
  const auto dice = [](const JsonObject& json) { (void)json.get_integers("d", 2, -1, 6); };
  for (const char* text : {R"({"d":[3]})", R"({"d":[3,1,1]})", R"({"d":"31"})", R"({"d":[3,7]})",
                           R"({"d":[3,1.5]})", R"({"d":[3,18446744073709551615]})", "{}"}) {
    EXPECT_TRUE(holds(refusal(text, dice), "expected a list of 2 whole numbers from -1 to 6"))
        << text;
  }
  EXPECT_EQ(refusal(R"({"y":1})", [](const JsonObject& json) { (void)json.get_boolean("y"); }),
            "y: expected true or false, not 1");
  EXPECT_EQ(
      refusal(R"({"i":[]})", [](const JsonObject& json) { (void)json.get_scalar_as_json("i"); }),
      "i: expected a text or a whole number, not []");
}

TEST(JsonObject, RejectsEverythingButPlainObjects) {
  for (const char* text : {"", "[]", "5", "{", "\xff"}) {
    EXPECT_EQ(refusal(text), "expected a JSON object") << text;
  }
  EXPECT_EQ(refusal(R"({"a":1e999})"), "a number is out of range; expected at most 1.8e308");
  EXPECT_EQ(refusal(R"({"a":1,"a":2})"), "a is given twice");
  EXPECT_EQ(refusal(R"({"a":[{"b":1},{"b":2}],"b":3})"), "");
  EXPECT_EQ(refusal(std::string(100000, '[')), "nested too deeply");
  EXPECT_EQ(refusal(R"({"":1,"":2})"), "\"\" is given twice");
  std::string objects = "{\"a\":[";  // the first of 20,000
  for (int i = 1; i < 20'000; ++i) objects += "[{}],";
  EXPECT_EQ(refusal(objects + "0]}"), "");
  EXPECT_EQ(refusal(objects + "{}]}"), "too many nested objects");
}

}  // namespace
}  // namespace gioul
